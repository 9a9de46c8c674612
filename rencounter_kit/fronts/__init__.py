"""One front for each medium: it asks the workbook and shows what comes, and works nothing out."""

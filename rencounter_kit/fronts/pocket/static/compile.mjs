// Has Python compile what goes into the page, once: node compile.mjs PYODIDE PROGRAM SOURCES COMPILED
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, program, sources, compiled] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(resolve(folder, 'pyodide.mjs')));
const python = await loadPyodide({ indexURL: `${folder}/` });
python.FS.writeFile('/sources.zip', readFileSync(sources));
python.runPython(readFileSync(program, 'utf8'));
python.globals.get('compile_all')('/sources.zip', '/compiled.zip');
writeFileSync(compiled, python.FS.readFile('/compiled.zip'));

// Steps from slide to slide: the links beside the value can be pressed by keys too, those of a presenter among them.
const NEXT = ['ArrowRight', 'ArrowDown', 'PageDown', ' ', 'Enter'];
const BEFORE = ['ArrowLeft', 'ArrowUp', 'PageUp', 'Backspace'];
const shown = () => document.querySelector('.slide:target') ?? document.querySelector('.slide.first');

document.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const slides = [...document.querySelectorAll('.slide')];
  const at = slides.indexOf(shown());
  const to = NEXT.includes(event.key)
    ? at + 1
    : BEFORE.includes(event.key)
      ? at - 1
      : ({ Home: 0, End: slides.length - 1 }[event.key] ?? -1);
  if (!slides[to]) return;
  event.preventDefault();
  location.hash = slides[to].id;
});

// The words of each slide are set as large as they have room.
const SCALES = [1, 0.9, 0.8, 0.75, 0.7, 0.65, 0.6, 0.5];
document.body.classList.add('measured');
for (const slide of document.querySelectorAll('.slide')) {
  const words = slide.querySelector('main');
  SCALES.find((scale) => {
    slide.style.setProperty('--scale', scale);
    return words.scrollHeight <= words.clientHeight;
  });
}
document.body.classList.remove('measured');

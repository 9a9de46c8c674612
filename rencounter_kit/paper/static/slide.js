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

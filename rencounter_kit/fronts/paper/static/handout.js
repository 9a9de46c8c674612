// The largest letters with which the tables take one page, or two where they would be small on one.
const handout = document.querySelector('.handout');
const down = (document.body.classList.contains('letter') ? 259 : 277) * (96 / 25.4); // pixels of a page, without its margins
const SIZES = [11, 10.5, 10, 9.5, 9, 'dense'];

const pages = () => {
  let [count, top] = [1, handout.offsetTop];
  for (const one of handout.querySelectorAll('header, section.table'))
    if (one.offsetTop + one.offsetHeight - top > down) [count, top] = [count + 1, one.offsetTop];
  return count;
};

const takes = (size) => {
  handout.classList.toggle('dense', size === 'dense');
  handout.style.setProperty('--size', `${size === 'dense' ? 9 : size}pt`);
  return pages();
};

const size = SIZES.find((one) => one >= 9.5 && takes(one) === 1) ?? SIZES.find((one) => takes(one) <= 2);
document.querySelector('.too-much').hidden = size !== undefined;

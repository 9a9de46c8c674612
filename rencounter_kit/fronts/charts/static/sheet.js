// The button copies the code before it.
document.querySelector('button').addEventListener('click', ({ target }) => {
  getSelection().selectAllChildren(target.previousElementSibling);
  document.execCommand('copy');
  target.textContent = 'Copied';
});

(() => {
  const board = document.querySelector('.board');
  const figures = [...board.querySelectorAll('figure')];
  const links = [...document.querySelectorAll('.moves a')];
  let now = 0;
  const show = ply => {
    now = Math.max(0, Math.min(figures.length - 1, ply));
    figures.forEach((figure, at) => figure.classList.toggle('now', at === now));
    links.forEach(link => {
      const is = link.hash === '#ply-' + now;
      link.classList.toggle('now', is);
      if (is) link.setAttribute('aria-current', 'true'); else link.removeAttribute('aria-current');
    });
  };
  const steps = {
    first: () => show(0), previous: () => show(now - 1),
    next: () => show(now + 1), last: () => show(figures.length - 1),
  };
  const keys = { Home: 'first', ArrowLeft: 'previous', ArrowRight: 'next', End: 'last' };
  document.documentElement.classList.add('stepped');
  board.querySelector('.buttons').hidden = false;
  board.querySelectorAll('button').forEach(button =>
    button.addEventListener('click', () => steps[button.dataset.step]()));
  links.forEach(link => link.addEventListener('click', event => {
    event.preventDefault();
    show(Number(link.hash.slice(5)));
  }));
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
    event.preventDefault();
    steps[keys[event.key]]();
  });
  const asked = /^#ply-(\d+)$/.exec(location.hash);
  show(asked ? Number(asked[1]) : Number(board.dataset.first));
})();

// The theme chosen here before, else the system's. See src/shell/theme.ts.
(function () {
  let chosen = null;
  try {
    chosen = localStorage.getItem('stemma-theme');
  } catch {
    // A private window: the system decides.
  }
  if (chosen !== 'light' && chosen !== 'dark')
    chosen = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = chosen;
})();

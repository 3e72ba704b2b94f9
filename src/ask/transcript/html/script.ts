/** Opens and closes everything at once; the page is complete without it. */
export const transcriptScript = `
'use strict';
document.querySelector('.tools').hidden = false;
for (const [id, isOpen] of [['open', true], ['close', false]])
  document.getElementById(id).addEventListener('click', () => {
    for (const each of document.querySelectorAll('details')) each.open = isOpen;
  });
addEventListener('beforeprint', () => {
  for (const each of document.querySelectorAll('details')) each.open = true;
});
`;

const paths = require('../crm/ui/icons.json');

/** Line icons on a 20-unit grid, drawn for this product. */
const draw = (path) =>
  `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20' fill='none' stroke='#000' stroke-width='1.6' stroke-linecap='round' stroke-linejoin='round'><path d='${path}'/></svg>`;

/**
 * Gives the style sheet a class for each icon. They are masks, filled with the text's colour, so that fifty rows of them
 * are neither in a page's HTML nor in its scripts.
 * @type {import('tailwindcss').Config['plugins'][number]}
 */
module.exports = ({ addBase }) => {
  for (const [name, path] of Object.entries(paths)) {
    addBase({
      [`.icon-${name}`]: {
        '--icon': `url("data:image/svg+xml,${draw(path).replace(/[#<>]/g, encodeURIComponent)}")`,
      },
    });
  }
};

/**
 * The one visual identity of landing and CRM. Both style sheets load these tokens.
 * @type {import('tailwindcss').Config}
 */
module.exports = {
  theme: {
    extend: {
      colors: {
        ink: { DEFAULT: '#10201C', soft: '#41534E', faint: '#5F706B' },
        petrol: { DEFAULT: '#0F5B53', dark: '#0A443E', deep: '#0B2E2A', mist: '#DDEBE7', haze: '#EEF5F3' },
        sand: { DEFAULT: '#F6F1E7', deep: '#EBE3D3', line: '#DDD3BF' },
        terracotta: { DEFAULT: '#D9532C', dark: '#B23F1D', mist: '#FBE7DF' },
        lamp: { DEFAULT: '#F4C27A', dark: '#E0A24A' },
        honey: { DEFAULT: '#B98412', dark: '#74500A', mist: '#FAEFD0' },
        leaf: { DEFAULT: '#2E9E6B', dark: '#1B7049', mist: '#DDF2E7' },
      },
    },
  },
};

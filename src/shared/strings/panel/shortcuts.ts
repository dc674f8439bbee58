export const shortcutsTitle = 'Atajos de teclado';

export const shortcuts = [
  ['/', 'Buscar'],
  ['↓ o Esc', 'Del buscador a la lista'],
  ['J', 'Lead siguiente'],
  ['K', 'Lead anterior'],
  ['Enter', 'Abrir el lead'],
  ['N', 'Escribir una nota'],
  ['S', 'Cambiar el estado: después, 1 a 5 o las flechas'],
  ['W', 'Abrir WhatsApp'],
  ['P', 'Poner el próximo contacto'],
  ['X', 'Elegir el lead, o dejar de elegirlo'],
  ['Mayús + X', 'Elegir todos desde el último elegido'],
  ['A', 'Ir a las acciones para los elegidos'],
  ['Ctrl + Z', 'Deshacer lo último'],
  ['Alt + T', 'Ir al aviso que está a la vista'],
  ['Esc', 'Cerrar el lead, o quitar la selección'],
  ['?', 'Ver esta ayuda'],
] as const;

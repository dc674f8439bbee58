/** Common passwords of Spanish speakers and of this trade that international lists lack. */
export const spanishPasswords = `
  contraseña contraseña1 contraseña123 micontraseña clave123 claveclave miclave miclave123 password123
  password1234 admin1234 admin123456 administrador administrador1 usuario usuario1 usuario123 inmobiliaria
  inmobiliaria1 inmobiliaria123 inmobiliaria2025 inmobiliaria2026 inmuebles propiedades propiedades1 casa1234
  bienesraices departamento constructora coordinador coordinador1 coordinador123 coordinadora bienvenido
  bienvenido1 bienvenido123 bienvenida bienvenida1 cambiame cambiame1 cambiar123 temporal temporal1
  temporal123 prueba prueba123 pruebas pruebas123 argentina argentina1 argentina2026 bolivia1 uruguay1
  paraguay paraguay1 mexico123 boquita bocajuniors riverplate riverplate1 aguanteboca teamo teamo123
  teamomucho teextraño miamor miamor123 mivida tequiero tequieromucho estrella princesa princesa1 mariposa
  hermosa corazon corazon1 chocolate alejandro holahola hola1234 hola12345 hola123456 qwertyñ secreto secreto1
  secreto123
`
  .trim()
  .split(/\s+/);

import type { ClientDirective } from 'astro';

const interaction: ClientDirective = async (load) => {
  const h = await load();
  await h();
};
export default interaction;

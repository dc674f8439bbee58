import { ContentError } from './content-error.ts';
import { LOCAL_FIGURES } from './fields.ts';
import type { Content } from './files.ts';

const fileOf = (name: string) => `src/content/${name}.yaml`;

/** @throws {ContentError} if there are problems. */
function refuse(name: keyof Content, problems: readonly string[]): void {
  if (problems.length > 0) throw new ContentError(fileOf(name), problems);
}

/** The page marks exactly one plan as recommended, one as premium, and one solution as the most popular. */
function requireExactlyOne<Name extends 'plans' | 'solutions'>(
  name: Name,
  content: Content,
  flag: keyof Content[Name][number] & string,
) {
  const marked = (content[name] as Content[Name][number][]).filter((entry) => entry[flag]);
  if (marked.length === 1) return;
  const found = marked.length === 0 ? 'no la lleva ninguna' : `la llevan ${marked.map(({ id }) => id).join(', ')}`;
  refuse(name, [`una sola entrada tiene que llevar "${flag}: true"; ${found}`]);
}

/** Each solution belongs to the plan with the same id, and shows its price. */
function requirePlans({ solutions, plans }: Content): void {
  const known = plans.map(({ id }) => id);
  const unknown = solutions.filter(({ id }) => !known.includes(id));
  refuse(
    'solutions',
    unknown.map(({ id }) => `entrada "${id}": no hay un plan con ese id en plans.yaml; usá ${known.join(', ')}`),
  );
}

/** The page claims throughout that yearly billing is cheaper. */
function requireCheaperYears({ plans }: Content): void {
  const swapped = plans.filter(({ priceAnnual, priceMonthly }) => priceMonthly < priceAnnual);
  refuse(
    'plans',
    swapped.map(
      ({ id, priceAnnual, priceMonthly }) =>
        `entrada "${id}": el precio con pago mensual (${priceMonthly}) es menor que con pago anual (${priceAnnual}); ¿están cambiados?`,
    ),
  );
}

/** `anterior` means the previous plan; the first has none. */
function requireFormerPlan({ plans: [first] }: Content): void {
  if (first?.anterior) refuse('plans', [`entrada "${first.id}": es el primero, no puede llevar "anterior: true"`]);
}

/** The table needs a cell per plan, and must neither deny nor omit a feature that the plan's own list names. */
function requireComparison({ comparison, plans }: Content): void {
  const problems = comparison.flatMap(({ id, titulo, valores }) => {
    if (valores.length !== plans.length)
      return [`entrada "${id}", campo "valores": lleva ${valores.length}; va uno por plan, que son ${plans.length}`];
    return plans
      .filter(({ features }, index) => /^(no)?$/.test(valores[index] ?? '') && features.includes(titulo))
      .map((plan) => `entrada "${id}": dice que "${plan.name}" no lo trae, y está en su lista de plans.yaml`);
  });
  refuse('comparison', problems);
}

/** A link to WhatsApp needs a number. */
function requireWhatsapp({ site, frame }: Content): void {
  const links = frame.pie.columnas.flatMap(({ enlaces }) => enlaces);
  if (site.whatsapp || links.every(({ destino }) => destino !== 'whatsapp')) return;
  refuse('frame', ['un destino es whatsapp, y site.yaml no tiene el número']);
}

/** Below the conversation the hero has room for three questions and one line inviting people to ask them. */
function requireThreeTries({ conversation }: Content): void {
  for (const [kind, wanted] of Object.entries({ invitacion: 1, prueba: 3 })) {
    const found = conversation.filter((entry) => entry.kind === kind).length;
    if (found !== wanted) refuse('conversation', [`tiene que haber ${wanted} con "kind: ${kind}"; hay ${found}`]);
  }
}

/** Numbers as words, for texts that say how many entries there are. */
const IN_WORDS = 'ninguna una dos tres cuatro cinco seis siete ocho nueve diez'.split(' ');

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function listFigures({ site, plans, solutions, capabilities }: Content): Map<string, string> {
  const counts = {
    soluciones: solutions.length,
    automatizaciones: capabilities.filter(({ kind }) => kind === 'tarea').length,
  };
  const inWords = Object.entries(counts).flatMap(([name, count]) => {
    const word = IN_WORDS[count] ?? String(count);
    return [
      [name, word],
      [capitalise(name), capitalise(word)],
    ] as [string, string][];
  });
  return new Map([
    ['nombre', site.nombre],
    ['email', site.email],
    ['meses', String(site.mesesMinimos)],
    ['usuarios', String(site.usuariosAcademia)],
    ['pagos', new Intl.ListFormat('es').format(site.pagos)],
    ['desde', `USD ${Math.min(...plans.map((plan) => plan.priceAnnual))}`],
    ...inWords,
  ]);
}

/** Fills the site's figures into all texts, at any depth. */
function fillFigures<T>(value: T, figures: Map<string, string>, file: string, where: readonly string[]): T {
  if (typeof value === 'string') {
    return value.replace(/\{([^{}]*)\}/g, (placeholder, name: string) => {
      const figure = figures.get(name);
      if (figure !== undefined) return figure;
      // The schemas check where these may appear.
      if ((LOCAL_FIGURES as readonly string[]).includes(name)) return placeholder;
      const known = [...figures.keys()].map((key) => `{${key}}`).join(', ');
      throw new ContentError(file, [`${where.join(', ')}: ${placeholder} no existe; usá ${known}`]);
    }) as T;
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => {
      const id = (item as { id?: string }).id;
      return fillFigures(item, figures, file, [...where, id ? `entrada "${id}"` : `renglón ${index + 1}`]);
    }) as T;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillFigures(item, figures, file, [...where, `campo "${key}"`])]),
  ) as T;
}

/**
 * Cross-file checks: the files agree, and quoted figures exist.
 * @param edition The file that says what differs, where it is an edition's content.
 */
export function assembleContent(content: Content, edition?: string): Content {
  requireExactlyOne('plans', content, 'featured');
  requireExactlyOne('plans', content, 'premium');
  requireExactlyOne('solutions', content, 'featured');
  requirePlans(content);
  requireCheaperYears(content);
  requireFormerPlan(content);
  requireComparison(content);
  requireWhatsapp(content);
  requireThreeTries(content);
  const figures = listFigures(content);
  return Object.fromEntries(
    Object.entries(content).map(([name, entries]) => [
      name,
      edition
        ? fillFigures(entries, figures, `src/content/${edition}`, [name])
        : fillFigures(entries, figures, fileOf(name), []),
    ]),
  ) as unknown as Content;
}

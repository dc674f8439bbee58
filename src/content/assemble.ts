import { ContentError } from './content-error.ts';
import { LOCAL_FIGURES, OWN_ANSWERS } from './fields.ts';
import { dropOldRates } from './figures.ts';
import type { Content } from './files.ts';

const fileOf = (name: string) => `src/content/${name}.yaml`;

/** The page marks exactly one plan as recommended, one as premium, and one solution as the most popular. */
function exactlyOne<Flag extends string>(entries: ({ id: string } & Record<Flag, boolean>)[], flag: Flag): string[] {
  const marked = entries.filter((entry) => entry[flag]).map(({ id }) => id);
  if (marked.length === 1) return [];
  const found = marked.length === 0 ? 'no la lleva ninguna' : `la llevan ${marked.join(', ')}`;
  return [`una sola entrada tiene que llevar "${flag}: true"; ${found}`];
}

/** What is wrong with each file beside the others, or as a whole. */
const PROBLEMS: { [Name in keyof Content]?: (content: Content) => string[] } = {
  plans: ({ plans }) => [
    ...exactlyOne(plans, 'featured'),
    ...exactlyOne(plans, 'premium'),
    // The page claims throughout that yearly billing is cheaper.
    ...plans
      .filter(({ priceAnnual, priceMonthly }) => priceMonthly < priceAnnual)
      .map(
        ({ id, priceAnnual, priceMonthly }) =>
          `entrada "${id}": el precio con pago mensual (${priceMonthly}) es menor que con pago anual (${priceAnnual}); ¿están cambiados?`,
      ),
    // `anterior` means the previous plan.
    ...plans
      .filter(({ anterior }, index) => anterior && index === 0)
      .map(({ id }) => `entrada "${id}": es el primero, no puede llevar "anterior: true"`),
  ],
  // Each belongs to the plan with the same id, and shows its price.
  solutions: ({ solutions, plans }) => {
    const known = plans.map(({ id }) => id);
    return [
      ...exactlyOne(solutions, 'featured'),
      ...solutions
        .filter(({ id }) => !known.includes(id))
        .map(({ id }) => `entrada "${id}": no hay un plan con ese id en plans.yaml; usá ${known.join(', ')}`),
    ];
  },
  site: ({ site: { cifras, fuentes = [] } }) =>
    fuentes
      .filter(({ cifra }) => !cifras.includes(cifra))
      .map(({ cifra }) => `campo "fuentes": «${cifra}» no está entre las "cifras"`),
  // A cell per plan, which neither denies nor omits a feature that the plan's own list names.
  comparison: ({ comparison, plans }) =>
    comparison.flatMap(({ id, titulo, valores }) => {
      if (valores.length !== plans.length)
        return [`entrada "${id}", campo "valores": lleva ${valores.length}; va uno por plan, que son ${plans.length}`];
      return plans
        .filter(({ features }, index) => /^(no)?$/.test(valores[index] ?? '') && features.includes(titulo))
        .map((plan) => `entrada "${id}": dice que "${plan.name}" no lo trae, y está en su lista de plans.yaml`);
    }),
  frame: ({ site, frame }) =>
    !site.whatsapp && frame.pie.columnas.some(({ enlaces }) => enlaces.some(({ destino }) => destino === 'whatsapp'))
      ? ['un destino es whatsapp, y site.yaml no tiene el número']
      : [],
  // Below the conversation the hero has room for three questions and one line inviting people to ask them.
  conversation: ({ conversation }) =>
    Object.entries({ invitacion: 1, prueba: 3 }).flatMap(([kind, wanted]) => {
      const found = conversation.filter((entry) => entry.kind === kind).length;
      return found === wanted ? [] : [`tiene que haber ${wanted} con "kind: ${kind}"; hay ${found}`];
    }),
};

/** A plan that leaves open what a cheaper one states would look poorer than that one. */
function fillBlanks({ comparison, sections }: Content): Content['comparison'] {
  return comparison.map((row) => ({
    ...row,
    valores: row.valores.map((value, index) =>
      value === '' && row.valores.slice(0, index).some((cheaper) => cheaper !== '')
        ? sections.pricing.consultar
        : value,
    ),
  }));
}

/** Without the questions that only the provider can answer, and does not. */
function dropUnanswered({ faq, site }: Content): Content['faq'] {
  const unknown = OWN_ANSWERS.filter((name) => site.respuestas?.[name] === undefined);
  return faq.filter(({ answer }) => !unknown.some((name) => answer.includes(`{${name}}`)));
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
  const { nombre, empresa } = site;
  const figures = new Map([
    ['nombre', nombre],
    [
      'responsable',
      empresa ? `${nombre} (${empresa.razonSocial}, ${empresa.identificacion}, ${empresa.domicilio})` : nombre,
    ],
    ['email', site.email],
    ['meses', String(site.mesesMinimos)],
    ['usuarios', String(site.usuariosAcademia)],
    ['pagos', new Intl.ListFormat('es').format(site.pagos)],
    ['desde', `USD ${Math.min(...plans.map((plan) => plan.priceAnnual))}`],
    ...inWords,
  ]);
  const answers = fillFigures(site.respuestas ?? {}, figures, fileOf('site'), ['campo "respuestas"']);
  return new Map([...figures, ...Object.entries(answers)]);
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
 * Cross-file checks: the files agree, and quoted figures exist. Fills these in, and leaves out what is not to be shown
 * on this day.
 * @param edition The file that says what differs, where it is an edition's content.
 */
export function assembleContent(content: Content, edition?: string, today = new Date()): Content {
  for (const [name, find] of Object.entries(PROBLEMS)) {
    const problems = find(content);
    if (problems.length > 0) throw new ContentError(fileOf(name), problems);
  }
  const figures = listFigures(content);
  const shown: Content = {
    ...content,
    site: dropOldRates(content.site, today),
    comparison: fillBlanks(content),
    faq: dropUnanswered(content),
  };
  return Object.fromEntries(
    Object.entries(shown).map(([name, entries]) => [
      name,
      edition
        ? fillFigures(entries, figures, `src/content/${edition}`, [name])
        : fillFigures(entries, figures, fileOf(name), []),
    ]),
  ) as unknown as Content;
}

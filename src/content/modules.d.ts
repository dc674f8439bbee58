/** Types of the modules that content-modules.ts generates. */
declare module '*/site.yaml' {
  const site: import('./schemas').Site;
  export default site;
  export const nombre: typeof site.nombre;
}
declare module '*/sections.yaml' {
  const sections: import('./files').Content['sections'];
  export default sections;
  export const pricing: typeof sections.pricing;
}
declare module '*/agency-plans.yaml' {
  const plans: import('./schemas').AgencyPlans;
  export default plans;
}
declare module '*/plans.yaml' {
  const plans: import('./schemas').Plan[];
  export default plans;
  /** Per plan, in order. */
  export const id: import('./schemas').Plan['id'][];
  export const name: import('./schemas').Plan['name'][];
  export const topic: import('./schemas').Plan['topic'][];
  export const priceAnnual: import('./schemas').Plan['priceAnnual'][];
  export const priceMonthly: import('./schemas').Plan['priceMonthly'][];
}
declare module '*/legal.yaml' {
  const legal: import('./files').Content['legal'];
  export default legal;
}
declare module '*/proof.yaml' {
  const proof: import('./files').Content['proof'];
  export default proof;
}
declare module '*/form.yaml' {
  const form: import('./schemas').FormTexts;
  export default form;
}
declare module '*/mx.yaml' {
  /** All of the site's files, with the differences applied that a country's file states. */
  const edition: import('./files').Content;
  export default edition;
  export const form: import('./schemas').FormTexts;
}
declare module '*/es.yaml' {
  const edition: import('./files').Content;
  export default edition;
  export const form: import('./schemas').FormTexts;
}
declare module '*/templates.yaml' {
  const messages: import('./template-rules').Template[];
  export default messages;
}

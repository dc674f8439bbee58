/** Types of the modules that content-modules.ts generates. */
declare module '*/site.yaml' {
  const site: import('./schemas').Site;
  export default site;
  export const nombre: typeof site.nombre;
}
declare module '*/sections.yaml' {
  const sections: import('./schemas').Sections;
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
declare module '*/solutions.yaml' {
  const solutions: import('./schemas').Solution[];
  export default solutions;
}
declare module '*/ecosystem.yaml' {
  const ecosystem: import('./schemas').Ecosystem[];
  export default ecosystem;
}
declare module '*/capabilities.yaml' {
  const capabilities: import('./schemas').Capability[];
  export default capabilities;
}
declare module '*/conversation.yaml' {
  const conversation: import('./schemas').Conversation[];
  export default conversation;
}
declare module '*/future.yaml' {
  const future: import('./schemas').Future[];
  export default future;
}
declare module '*/faq.yaml' {
  const faq: import('./schemas').Faq[];
  export default faq;
}
declare module '*/legal.yaml' {
  const legal: import('./schemas').Legal[];
  export default legal;
}
declare module '*/comparison.yaml' {
  const comparison: import('./schemas').Comparison[];
  export default comparison;
}
declare module '*/steps.yaml' {
  const steps: import('./schemas').Step[];
  export default steps;
}
declare module '*/proof.yaml' {
  const proof: import('./schemas').Proof;
  export default proof;
}
declare module '*/form.yaml' {
  const form: import('./schemas').FormTexts;
  export default form;
}
declare module '*/frame.yaml' {
  const frame: import('./schemas').Frame;
  export default frame;
}
declare module '*/pages.yaml' {
  const pages: import('./schemas').Pages;
  export default pages;
}
declare module '*/mx.yaml' {
  /** All files, with Mexico's differences applied. */
  const edition: import('./assemble').Content;
  export default edition;
  export const form: import('./schemas').FormTexts;
}
declare module '*/mensajes.yaml' {
  const messages: import('./schemas').Message[];
  export default messages;
}

/** What content-modules.ts makes of the files: each as its schema describes it. */
declare module '*/site.yaml' {
  const site: import('./schemas').Site;
  export default site;
  export const nombre: typeof site.nombre;
}
declare module '*/sections.yaml' {
  const sections: import('./schemas').Sections;
  export default sections;
}
declare module '*/agency-plans.yaml' {
  const plans: import('./schemas').AgencyPlans;
  export default plans;
}
declare module '*/plans.yaml' {
  const plans: import('./schemas').Plan[];
  export default plans;
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

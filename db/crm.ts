console.log('crm');
export {};

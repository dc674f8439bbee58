export const CSV_TYPE = 'text/csv';
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet';
export const VCARD_TYPE = 'text/vcard';

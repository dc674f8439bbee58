import { fromBufferPromise } from 'yauzl';

export type ReadSheet = {
  name: string;
  rows: string[][];
  /** Its XML without the rows. */
  around: string;
};

/** A workbook as another program reads it: texts as they are, numbers as stored, dates with their format. */
export async function readWorkbook(file: Buffer): Promise<ReadSheet[]> {
  const zip = await fromBufferPromise(file);
  const parts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    parts.set(entry.fileName, Buffer.concat(chunks).toString());
  }
  const part = (name: string) => parts.get(name) ?? '';
  const formats = [...(/<cellXfs.*?<\/cellXfs>/s.exec(part('xl/styles.xml'))?.[0] ?? '').matchAll(/<xf [^>]*>/g)].map(
    ([xf]) => /numFmtId="(\d+)"/.exec(xf)?.[1] ?? '0',
  );
  const targets = new Map(
    [...part('xl/_rels/workbook.xml.rels').matchAll(/Id="(\w+)"[^>]* Target="([^"]+)"/g)].map(
      ([, id = '', target]): [string, string] => [id, `xl/${target}`],
    ),
  );
  return [...part('xl/workbook.xml').matchAll(/<sheet name="([^"]+)"[^>]* r:id="(\w+)"/g)].map(
    ([, name = '', id = '']) => {
      const xml = part(targets.get(id) ?? '');
      const rows = [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
        const cells: string[] = [];
        for (const [, at = '', style = '0', type, content = ''] of row.matchAll(
          /<c r="([A-Z]+)\d+"(?: s="(\d+)")?(?: t="(\w+)")?>(.*?)<\/c>/gs,
        )) {
          const value = /<(?:t|v)(?: [^>]*)?>(.*)<\/(?:t|v)>/s.exec(content)?.[1] ?? '';
          const format = formats[Number(style)];
          cells[columnOf(at)] = type ? readText(value) : format === '0' ? value : `${format}:${value}`;
        }
        return Array.from(cells, (cell) => cell ?? '');
      });
      return { name, rows, around: xml.replace(/<sheetData>.*<\/sheetData>/s, '') };
    },
  );
}

function readText(xml: string): string {
  return xml
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/_x([\dA-F]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

function columnOf(letters: string): number {
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

import type { LegendEntry } from '../document.ts'

/** A cancer of the BOADICEA model, in its column of a CanRisk file. */
interface Cancer {
  column: 'BC1' | 'BC2' | 'OC' | 'PRO' | 'PAN'
  name: string
  /** ICD-10-CM, and other ways to code or to write it. */
  code: string
  codes: RegExp
  words: RegExp
}

/** The second breast comes first: its words contain those of the first. */
export const CANCERS: readonly Cancer[] = [
  {
    ...{ column: 'BC2', name: 'Contralateral breast cancer', code: '' },
    ...{ codes: /^$/, words: /(contralateral|second|bilateral).*(breast|mamma)/i },
  },
  {
    ...{ column: 'BC1', name: 'Breast cancer', code: 'C50' },
    ...{
      codes: /^(C50|HP:0003002|OMIM:114480)/,
      words: /(breast|mamma).*(cancer|carcinoma|ca\b)|\bbr ca\b/i,
    },
  },
  {
    ...{ column: 'OC', name: 'Ovarian cancer', code: 'C56' },
    ...{ codes: /^(C56|HP:0100615|HP:0025318)/, words: /ovar.*(cancer|carcinoma|ca\b)|\bov ca\b/i },
  },
  {
    ...{ column: 'PRO', name: 'Prostate cancer', code: 'C61' },
    ...{ codes: /^(C61|HP:0012125)/, words: /prostat.*(cancer|carcinoma|ca\b)/i },
  },
  {
    ...{ column: 'PAN', name: 'Pancreatic cancer', code: 'C25' },
    ...{ codes: /^(C25|HP:0002894)/, words: /pancrea.*(cancer|carcinoma|ca\b)/i },
  },
]

/** The model's cancer that a condition of a legend is, by its code, else by its words. */
export function cancerOf({ name, code }: Pick<LegendEntry, 'name' | 'code'>): Cancer | undefined {
  const second = CANCERS.find((cancer) => cancer.column === 'BC2' && cancer.words.test(name))
  if (second) return second
  const coded = code === '' ? undefined : CANCERS.find((cancer) => cancer.codes.test(code))
  return coded ?? (code === '' ? CANCERS.find((cancer) => cancer.words.test(name)) : undefined)
}

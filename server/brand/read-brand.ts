import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Brand, LegalTexts, UserConditions } from '#domain/brand/brand.ts'
import { readLegalText } from '#domain/brand/legal-markdown.ts'
import { faultsOfMark } from '#domain/brand/mark.ts'
import { brandFile } from './brand-file.ts'

/** A laboratory's brand as read from its directory. */
export interface ReadBrand extends LegalTexts {
  brand: Brand
  /** The laboratory's mark: an SVG. */
  mark: string
  /** Changes when any of the files does. */
  version: string
}

/** The brand that is shipped: of an invented laboratory. */
export const SHIPPED_BRAND = path.resolve(import.meta.dirname, '../../brand')

/** Several times the longest that is sensible. */
const LARGEST_BYTES = 512 * 1024

/** Thrown once with everything that is wrong with the files, each as `file, place: rule`. */
export class BrandInvalid extends Error {
  override name = 'BrandInvalid'

  constructor(faults: readonly string[]) {
    super(faults.join('; '))
  }
}

/** The text of a file, or null after its fault was noted. */
function textOf(dir: string, file: string, faults: string[]): string | null {
  try {
    const at = path.join(dir, file)
    if (statSync(at).size > LARGEST_BYTES) throw new Error('is larger than 512 kB')
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(at))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const rule =
      code === 'ENOENT'
        ? 'is missing'
        : code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
          ? 'is not UTF-8'
          : typeof code === 'string'
            ? `cannot be read (${code})`
            : (error as Error).message
    faults.push(`${file}: ${rule}`)
    return null
  }
}

/** `brand.json`, or null after its faults were noted. */
function readFields(text: string, faults: string[]): (Brand & { userConditions: UserConditions }) | null {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (error) {
    faults.push(`brand.json: is not JSON (${error instanceof Error ? error.message : String(error)})`)
    return null
  }
  const parsed = brandFile.safeParse(data)
  if (parsed.success) return parsed.data
  for (const { path: field, message } of parsed.error.issues)
    faults.push(`brand.json${field.length > 0 ? `, field ${field.map(String).join('.')}` : ''}: ${message}`)
  return null
}

/** What the gaps of the legal texts are filled with. */
const gapsOf = ({ name, legalName, contact }: Brand, conditions: UserConditions) =>
  new Map([
    ['name', name],
    ['legalName', legalName],
    ['address', contact.address.join(', ')],
    ['phone', contact.phone],
    ['hours', contact.hours],
    ['email', contact.email],
    ['npiCondition', conditions.npi],
    ['geneticCounselorCondition', conditions.geneticCounselor],
    ['delegateCondition', conditions.delegate],
  ])

/** Fills the gaps while `brand.json` cannot be read, so that the other files are judged all the same. */
const ANY: Brand & { userConditions: UserConditions } = {
  ...{ name: '', legalName: '', accent: [] as never, partner: null, languages: [] },
  contact: { address: [], phone: '', email: '', hours: '' },
  website: { home: '', contact: '', search: '', menus: [], footer: [] },
  userConditions: { npi: '', geneticCounselor: '', delegate: '' },
}

/** Reads the brand in a directory, or throws one BrandInvalid that names every fault. */
export function readBrand(dir: string): ReadBrand {
  const faults: string[] = []
  const read = (file: string) => textOf(dir, file, faults)
  const [json, termsText, noticeText, markText] = [
    read('brand.json'),
    read('terms.md'),
    read('privacy-notice.md'),
    read('icon.svg'),
  ]
  const { userConditions, ...brand } = (json === null ? null : readFields(json, faults)) ?? ANY
  const gaps = gapsOf(brand, userConditions)
  const legal = (file: string, text: string | null, wantsVersion: boolean) => {
    const found = readLegalText(text ?? '', { gaps, wantsVersion })
    if (text !== null)
      for (const { line, rule } of found.faults) faults.push(`${file}, line ${line}: ${rule}`)
    return found.text
  }
  const terms = legal('terms.md', termsText, true)
  const { version: _, ...privacyNotice } = legal('privacy-notice.md', noticeText, false)
  if (markText !== null) for (const rule of faultsOfMark(markText)) faults.push(`icon.svg: ${rule}`)
  if (faults.length > 0) throw new BrandInvalid(faults)
  const hash = createHash('sha256')
  for (const text of [json, termsText, noticeText, markText]) hash.update(text ?? '').update('\0')
  const version = hash.digest('hex').slice(0, 12)
  return { brand, terms, privacyNotice, userConditions, mark: markText ?? '', version }
}

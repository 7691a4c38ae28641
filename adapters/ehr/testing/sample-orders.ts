import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { decodeText } from '../../hl7/character-set.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../../shared/samples')

/** Orders that others' systems wrote, if their folder is there; see its README. */
export const SAMPLE_ORDERS: readonly { name: string; raw: string }[] = !existsSync(FOLDER)
  ? []
  : globSync('hl7*/*.hl7', { cwd: FOLDER })
      .sort()
      .map((name) => ({ name, raw: decodeText(readFileSync(path.join(FOLDER, name))) }))
      .filter(({ raw }) => /^MSH.*\|(ORM\^O01|OML\^O21)/.test(raw))

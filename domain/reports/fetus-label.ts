import { cutTo } from '../text/keepable.ts'
import { searchable } from '../text/searchable.ts'

/** A word for a fetus; 'baby' only before a single letter or digit, because 'Baby Lind' is a newborn's name. */
const FETUS = /\b(?:(?:fetus|foetus|twin)(?!\p{L})|baby(?=[\s:#=_.(/-]+[\p{L}\p{N}](?![\p{L}\p{N}])))/iu
/** Such a word, and what begins a label after it: 'Fetus A', 'TWIN-B', 'foetus: 2'. */
const LABELLED =
  /\b(?:(?:fetus|foetus|twin)(?!\p{L})|baby(?=[\s:#=_.(/-]+[\p{L}\p{N}](?![\p{L}\p{N}])))[\s:#=_.(/-]*[\p{L}\p{N}]/iu
/** The label after such a word, without what follows it; `A-1` is no label `A`. */
const NAMED =
  /\b(?:(?:fetus|foetus|twin)(?!\p{L})|baby(?=[\s:#=_.(/-]+[\p{L}\p{N}](?![\p{L}\p{N}])))[\s:#=_.(/-]*([\p{L}\p{M}\p{N}]+)(?![\p{L}\p{M}\p{N}]|[-–./+#'’][\p{L}\p{N}])/giu
const KIND = /\b(?:fetus|foetus|twin|baby|pregnancy|loss)(?!\p{L})/gu
const LONGEST_LABEL = 100

/**
 * A text from the first label of a fetus on, '' if it has none: only the order's own labels tell where it ends
 * (`Fetus A-1`, `Fetus A, villi`).
 */
export function fromLabel(text: string): string {
  const at = text.search(LABELLED)
  return at === -1 ? '' : cutTo(text.slice(at).trim(), LONGEST_LABEL)
}

/** A living newborn may be recorded as 'Baby B', so that this is a fetus's label only if a fetus is tested. */
export function isOfNewborn(text: string): boolean {
  return /^baby/i.test(text)
}

/**
 * A fetus's label as results are compared by it: 'Twin A-1', 'a1' and 'Fetus Á 1' are one. '' for a label without a
 * letter or digit. Labels of one order must differ in this, or their results could not be told apart.
 */
export function fetusLabelKey(label: string): string {
  return searchable(label)
    .replace(KIND, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * The fetuses that a text of a result names: 'Fetus A', 'twin B, villi'. None if a label in it is of no fetus; several
 * if it names several, or if several have the label.
 */
export function fetusesLabelled<F extends { label: string }>(fetuses: readonly F[], text: string): F[] {
  const parts = text.split(',').map((part) => ({ part, found: inPart(fetuses, part) }))
  const isUnknown = parts.some(({ part, found }) => found.length === 0 && FETUS.test(part))
  return isUnknown ? [] : [...new Set(parts.flatMap(({ found }) => found))]
}

/** The whole text is the label, or begins with one that no longer label begins with. */
function inPart<F extends { label: string }>(fetuses: readonly F[], part: string): F[] {
  const labelled = (key: string) =>
    key === '' ? [] : fetuses.filter(({ label }) => fetusLabelKey(label) === key)
  const whole = labelled(fetusLabelKey(part))
  if (whole.length > 0) return whole
  return labelsIn(part).flatMap((key) => {
    const isAmbiguous = fetuses.some(({ label }) => {
      const other = fetusLabelKey(label)
      return other !== key && other.startsWith(key)
    })
    return isAmbiguous ? [] : labelled(key)
  })
}

function labelsIn(part: string): string[] {
  return [...part.matchAll(NAMED)].map(([, label = '']) => fetusLabelKey(label))
}

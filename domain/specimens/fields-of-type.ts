import type { SpecimenType } from '../lookups.ts'
import type { Sample } from '../orders/document.ts'
import { likeOf, type WithOwnTypes } from './own-types.ts'

type Kind = 'blood' | 'fluid' | 'cells' | 'swab' | 'tissue' | 'frozen' | 'block' | 'extract' | 'spot'

const KIND_OF: Record<SpecimenType, Kind> = {
  Blood: 'blood',
  'Blood in Streck Tube': 'blood',
  'Blood in PAXgene Tube': 'blood',
  'Cord Blood': 'blood',
  'Fetal Blood': 'blood',
  Plasma: 'fluid',
  'Bone Marrow': 'blood',
  'Bone Marrow Aspirate': 'blood',
  'Buccal Swab': 'swab',
  'Buccal Smear': 'swab',
  Saliva: 'swab',
  'Extracted DNA': 'extract',
  'Extracted RNA': 'extract',
  'Dried Blood Spot': 'spot',
  CVS: 'tissue',
  'Amniotic Fluid': 'cells',
  Urine: 'fluid',
  'Cultured Fibroblasts': 'cells',
  'Cultured Cells': 'cells',
  'Fresh Tissue': 'tissue',
  'Skin Biopsy': 'tissue',
  'Muscle Biopsy': 'tissue',
  'Liver Biopsy': 'tissue',
  'Tumor Tissue': 'tissue',
  'Fetal Tissue': 'tissue',
  Placenta: 'tissue',
  'Umbilical Cord': 'tissue',
  'Post-mortem Tissue': 'tissue',
  'Frozen Tissue': 'frozen',
  'FFPE Slides': 'block',
  'FFPE Blocks': 'block',
  'FFPE Tumor Block': 'block',
}

/** The kinds of which a field is asked: only living cells are cultured, only liquids come in tubes. */
const FIELDS = {
  additive: ['blood', 'fluid'],
  state: ['blood', 'fluid', 'cells', 'tissue', 'extract'],
  tubes: ['blood', 'fluid', 'cells', 'extract', 'swab'],
  additionalCulture: ['blood', 'cells', 'tissue'],
  site: ['blood', 'tissue', 'frozen', 'block', 'swab', 'cells'],
  side: ['tissue', 'frozen', 'block', 'cells'],
  concentration: ['extract'],
  extractedBy: ['extract'],
  accreditation: ['extract'],
  blockId: ['block'],
  fixation: ['block'],
} as const satisfies Record<string, readonly Kind[]>

export type FieldOfType = keyof typeof FIELDS | 'tumorPercent'

/**
 * Whether the form asks a field of a specimen: if it fits the type, or holds something. Of a type that is not
 * chosen yet or that `tests` do not know, it asks what fits most.
 */
export function asksFor(sample: Sample, field: FieldOfType, tests: readonly WithOwnTypes[]): boolean {
  if (sample[field]) return true
  const { role } = sample
  const type = likeOf(sample.specimenType, tests)
  if (field === 'tumorPercent') return role === 'Tumor' || type === 'Tumor Tissue' || kindOf(type) === 'block'
  const kinds: readonly Kind[] = FIELDS[field]
  return kinds.includes(kindOf(type))
}

function kindOf(type: SpecimenType | ''): Kind {
  return type === '' ? 'blood' : KIND_OF[type]
}

import type { SpecimenType } from '../lookups.ts'
import type { Sample } from '../orders/document.ts'
import type {
  Additive,
  AmountUnit,
  CollectionMethod,
  Condition,
  Side,
  SpecimenRole,
  SpecimenState,
} from './details.ts'

/** A type of specimen in SNOMED CT (code and name), and in HL7 table 0487; '' if that table has none. */
export interface TypeCode {
  snomed: string
  name: string
  table0487: string
}

const code = (snomed: string, name: string, table0487 = ''): TypeCode => ({ snomed, name, table0487 })

/**
 * Sources: the specimen types of the HL7 Europe Laboratory Report guide and of the NHS North West genomic
 * subset (SNOMED CT), and HL7 table 0487. A code is the most exact that describes every specimen of the type.
 */
const TYPE_CODES: Record<SpecimenType, TypeCode> = {
  Blood: code('119297000', 'Blood specimen', 'BLD'),
  'Buccal Swab': code('733104004', 'Buccal swab'),
  Saliva: code('119342007', 'Saliva specimen', 'SAL'),
  'Extracted DNA': code('258566005', 'DNA specimen'),
  CVS: code('258565009', 'Chorionic villi specimen'),
  'Amniotic Fluid': code('119373006', 'Amniotic fluid specimen', 'AMN'),
  'Fetal Blood': code('737357006', 'Fetal blood specimen', 'FBLOOD'),
  'Fresh Tissue': code('441479001', 'Fresh tissue specimen', 'TISS'),
  'FFPE Slides': code('441652008', 'Formalin-fixed paraffin-embedded tissue specimen'),
  'FFPE Blocks': code('441652008', 'Formalin-fixed paraffin-embedded tissue specimen'),
  'FFPE Tumor Block': code('441652008', 'Formalin-fixed paraffin-embedded tissue specimen'),
  'Blood in Streck Tube': code('122551003', 'Peripheral blood specimen', 'BLD'),
  'Cord Blood': code('122556008', 'Cord blood specimen', 'BLDCO'),
  'Dried Blood Spot': code('440500007', 'Dried blood spot specimen'),
  'Blood in PAXgene Tube': code('122551003', 'Peripheral blood specimen', 'BLD'),
  Plasma: code('119361006', 'Plasma specimen', 'PLAS'),
  'Bone Marrow': code('119359002', 'Bone marrow specimen', 'MAR'),
  'Bone Marrow Aspirate': code('396997002', 'Specimen from bone marrow obtained by aspiration', 'MAR'),
  'Buccal Smear': code('258564008', 'Buccal smear'),
  Urine: code('122575003', 'Urine specimen', 'UR'),
  'Skin Biopsy': code('309066003', 'Skin biopsy specimen', 'SKBP'),
  'Cultured Fibroblasts': code('119333000', 'Fibroblast specimen', 'FIB'),
  'Cultured Cells': code('702451000', 'Cultured cells'),
  'Muscle Biopsy': code('309507001', 'Muscle biopsy specimen', 'BX'),
  'Liver Biopsy': code('309203003', 'Liver biopsy specimen', 'BX'),
  'Frozen Tissue': code('119376003', 'Tissue specimen', 'TISS'),
  'Tumor Tissue': code('258435002', 'Tumor tissue specimen', 'TUMOR'),
  'Fetal Tissue': code('309502007', 'Fetus specimen', 'TISS'),
  Placenta: code('119403008', 'Specimen from placenta', 'PLC'),
  'Umbilical Cord': code('258436001', 'Umbilical cord specimen', 'TISS'),
  'Post-mortem Tissue': code('258484005', 'Postmortem tissue specimen', 'TISS'),
  'Extracted RNA': code('441673008', 'Ribonucleic acid specimen'),
}

const BLOOD_IN_EDTA = code('445295009', 'Blood specimen with EDTA', 'BLD')
const VILLI = TYPE_CODES.CVS
const PRODUCTS_OF_CONCEPTION = code('258428005', 'Products of conception specimen', 'TISS')

/** The codes of a specimen's type; null for a type that the portal does not know. */
export function typeCode(
  sample: { specimenType: string } & Pick<Partial<Sample>, 'additive' | 'tissue'>,
): TypeCode | null {
  const { specimenType: type, additive, tissue } = sample
  if (type === 'Blood' && (additive === 'EDTK' || additive === 'EDTN')) return BLOOD_IN_EDTA
  if (type === 'Fresh Tissue' && tissue === 'POC') return PRODUCTS_OF_CONCEPTION
  if (type === 'Fresh Tissue' && tissue === 'Villi') return VILLI
  return Object.hasOwn(TYPE_CODES, type) ? TYPE_CODES[type as SpecimenType] : null
}

export const ADDITIVE_WORDS: Record<Additive, string> = {
  EDTK: 'Potassium EDTA',
  EDTN: 'Sodium EDTA',
  HEPN: 'Sodium heparin',
  HEPL: 'Lithium heparin',
  ACDA: 'ACD solution A',
  ACDB: 'ACD solution B',
  F10: '10% formalin',
  BF10: 'Buffered 10% formalin',
  NONE: 'None',
  STRECK: 'Cell-free DNA stabilizer (Streck)',
  PAXGENE: 'RNA stabilizer (PAXgene)',
}

/** Whether HL7 table 0371 has the code; the others are ours. */
export function isOfTable0371(additive: Additive): boolean {
  return additive !== 'STRECK' && additive !== 'PAXGENE'
}

/** What the laboratory is told of the state, in our codes. */
export const STATE_CODES: Record<SpecimenState, string> = {
  Direct: 'DIRECT',
  Cultured: 'CULTURED',
  Fixed: 'FIXED',
  Frozen: 'FROZEN',
  Extracted: 'EXTRACTED',
}

export const CONDITION_WORDS: Record<Condition, string> = {
  ROOM: 'Room temperature',
  COOL: 'Refrigerated',
  FROZ: 'Frozen',
  LIVE: 'Live',
}

export const METHOD_WORDS: Record<CollectionMethod, string> = {
  VENIP: 'Venipuncture',
  CAP: 'Capillary',
  SWA: 'Swab',
  BIO: 'Biopsy',
  FNA: 'Fine needle aspiration',
}

export const SIDE_WORDS: Record<Side, string> = { L: 'Left', R: 'Right', BIL: 'Bilateral' }

/** Table 0369 has P only: the others are ours. */
export const ROLE_CODES: Record<SpecimenRole, string> = {
  Proband: 'P',
  Relative: 'RELATIVE',
  'Contamination check': 'CONTAMINATION-CHECK',
  Tumor: 'TUMOR',
  'Matched normal': 'MATCHED-NORMAL',
  'Positive control': 'POSITIVE-CONTROL',
}

export const UNIT_WORDS: Record<AmountUnit, string> = {
  mL: 'mL',
  mg: 'mg',
  ug: 'µg',
  ng: 'ng',
  mm: 'mm',
  '{slides}': 'slides',
  '{blocks}': 'blocks',
  '{flasks}': 'flasks',
  '{swabs}': 'swabs',
}

/** '3 mL', '10 slides'. */
export function amountInWords(amount: string | number, unit: AmountUnit | ''): string {
  const one = Number(amount) === 1 && unit.startsWith('{')
  const words = unit === '' ? '' : UNIT_WORDS[unit]
  return `${amount} ${one ? words.replace(/s$/, '') : words}`.trim()
}

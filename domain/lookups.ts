/** The closed lists of the specification's §3 ("Enumerations"), spelled as there. */

export const SEXES = ['Male', 'Female', 'Ambiguous', 'Unknown'] as const
export type Sex = (typeof SEXES)[number]

/** The specification names the special types; the four everyday ones stand first. */
export const SPECIMEN_TYPES = [
  'Blood',
  'Buccal Swab',
  'Saliva',
  'Extracted DNA',
  'CVS',
  'Amniotic Fluid',
  'Fetal Blood',
  'Fresh Tissue',
  'FFPE Slides',
  'FFPE Blocks',
  'FFPE Tumor Block',
  'Blood in Streck Tube',
] as const
export type SpecimenType = (typeof SPECIMEN_TYPES)[number]

/** 'Intitutional' is spelled so in the specification, and therefore in every message. */
export const BILLING_TYPES = ['SelfPay', 'Intitutional', 'Insurance', 'DoNotBill'] as const
export type BillingType = (typeof BILLING_TYPES)[number]

export const PAYMENT_METHODS = ['None', 'PayWithSample', 'BillToPatient'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export const RELATIONSHIPS = [
  'Proband',
  'Mother',
  'Father',
  'Sibling',
  'Child',
  'Partner',
  'Other relative',
] as const
export type Relationship = (typeof RELATIONSHIPS)[number]

export const HOLDER_RELATIONSHIPS = ['Self', 'Spouse', 'Child', 'Other'] as const

/** The laboratory's eight categories, in the specification's order (§9, dashboard categories). */
export const CATEGORIES = ['carrier', 'rapid', 'wgs', 'wes', 'cma', 'mito', 'confirmation', 'ngs'] as const
export type Category = (typeof CATEGORIES)[number]

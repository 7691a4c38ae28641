/** The closed lists of the specification's §3 ("Enumerations"), spelled as there. */

export const SEXES = ['Male', 'Female', 'Ambiguous', 'Unknown'] as const
export type Sex = (typeof SEXES)[number]

/** The specification names the special types; the four common ones come first. */
const SPECIFIED_SPECIMEN_TYPES = [
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
/** Ours, beside those of the specification. */
export const FURTHER_SPECIMEN_TYPES = [
  'Cord Blood',
  'Dried Blood Spot',
  'Blood in PAXgene Tube',
  'Plasma',
  'Bone Marrow',
  'Bone Marrow Aspirate',
  'Buccal Smear',
  'Urine',
  'Skin Biopsy',
  'Cultured Fibroblasts',
  'Cultured Cells',
  'Muscle Biopsy',
  'Liver Biopsy',
  'Frozen Tissue',
  'Tumor Tissue',
  'Fetal Tissue',
  'Placenta',
  'Umbilical Cord',
  'Post-mortem Tissue',
  'Extracted RNA',
] as const
export const SPECIMEN_TYPES = [...SPECIFIED_SPECIMEN_TYPES, ...FURTHER_SPECIMEN_TYPES] as const
export type SpecimenType = (typeof SPECIMEN_TYPES)[number]

/** 'Intitutional' is the specification's spelling, and therefore used in every message. */
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

/**
 * §3: how a patient can be reached, and for what purpose. A patient starts with a Phone and an Email contact.
 */
export const CONTACT_TYPES = ['Phone', 'Fax', 'Email', 'Pager', 'Url', 'Sms', 'Other'] as const
export type ContactType = (typeof CONTACT_TYPES)[number]
export const CONTACT_REFERENCES = ['Home', 'Work', 'Temp', 'Old', 'Mobile'] as const
export type ContactReference = (typeof CONTACT_REFERENCES)[number]
export const PREFERRED_CONTACTS = ['Fax', 'Email', 'Mail', 'Any', 'Phone'] as const
export type PreferredContact = (typeof PREFERRED_CONTACTS)[number]

export const AFFECTED = ['Affected', 'Unaffected', 'Unknown'] as const
/** §3; '' if not answered. */
export const YES_NO = ['Yes', 'No'] as const
export type YesNo = '' | (typeof YES_NO)[number]
export const NORMAL_ABNORMAL = ['Normal', 'Abnormal'] as const
export type NormalAbnormal = '' | (typeof NORMAL_ABNORMAL)[number]
export const TISSUES = ['POC', 'Villi'] as const
export const APPROACHES = ['TA', 'TC'] as const
export const IMAGING_TYPES = ['Ultrasound', 'FetalEchocardiogram', 'MRI', 'Other'] as const
export type ImagingType = (typeof IMAGING_TYPES)[number]
export const PERFORMING_LABS = ['Own lab', 'Another laboratory'] as const
export type PerformingLab = (typeof PERFORMING_LABS)[number]
/** §3, Family history. */
export const FAMILY_RELATIONSHIP_TYPES = [
  'Maternal',
  'Paternal',
  'FamilyMember',
  'EggDonor',
  'Other',
] as const
export type FamilyRelationshipType = (typeof FAMILY_RELATIONSHIP_TYPES)[number]
/** §3, the profile tabs of the family history, and the relationship type that each holds. */
export const FAMILY_TABS = [
  { title: 'Maternal', type: 'Maternal' },
  { title: 'Paternal', type: 'Paternal' },
  { title: 'Family Member', type: 'FamilyMember' },
] as const
/** Ours: what the rules on ordering (§1) and coverage need to know about an insurance. */
export const INSURANCE_KINDS = ['Commercial', 'Medicare', 'Medicaid', 'TRICARE', 'Other'] as const
export type InsuranceKind = (typeof INSURANCE_KINDS)[number]
/** Ours: the specification names only the field. */
export const KIT_TYPES = ['Blood', 'Buccal swab', 'Saliva', 'Prenatal', 'Tumor tissue'] as const
export type KitType = (typeof KIT_TYPES)[number]

export const HOLDER_RELATIONSHIPS = ['Self', 'Spouse', 'Child', 'Other'] as const

export const COUNTRIES = ['USA', 'Canada', 'Other'] as const
export type Country = (typeof COUNTRIES)[number]

/** The 50 states and the District of Columbia, by name; `id` is the value of an address's `stateId`. */
export const STATES = [
  { id: 1, code: 'AL', name: 'Alabama' },
  { id: 2, code: 'AK', name: 'Alaska' },
  { id: 3, code: 'AZ', name: 'Arizona' },
  { id: 4, code: 'AR', name: 'Arkansas' },
  { id: 5, code: 'CA', name: 'California' },
  { id: 6, code: 'CO', name: 'Colorado' },
  { id: 7, code: 'CT', name: 'Connecticut' },
  { id: 8, code: 'DE', name: 'Delaware' },
  { id: 9, code: 'DC', name: 'District of Columbia' },
  { id: 10, code: 'FL', name: 'Florida' },
  { id: 11, code: 'GA', name: 'Georgia' },
  { id: 12, code: 'HI', name: 'Hawaii' },
  { id: 13, code: 'ID', name: 'Idaho' },
  { id: 14, code: 'IL', name: 'Illinois' },
  { id: 15, code: 'IN', name: 'Indiana' },
  { id: 16, code: 'IA', name: 'Iowa' },
  { id: 17, code: 'KS', name: 'Kansas' },
  { id: 18, code: 'KY', name: 'Kentucky' },
  { id: 19, code: 'LA', name: 'Louisiana' },
  { id: 20, code: 'ME', name: 'Maine' },
  { id: 21, code: 'MD', name: 'Maryland' },
  { id: 22, code: 'MA', name: 'Massachusetts' },
  { id: 23, code: 'MI', name: 'Michigan' },
  { id: 24, code: 'MN', name: 'Minnesota' },
  { id: 25, code: 'MS', name: 'Mississippi' },
  { id: 26, code: 'MO', name: 'Missouri' },
  { id: 27, code: 'MT', name: 'Montana' },
  { id: 28, code: 'NE', name: 'Nebraska' },
  { id: 29, code: 'NV', name: 'Nevada' },
  { id: 30, code: 'NH', name: 'New Hampshire' },
  { id: 31, code: 'NJ', name: 'New Jersey' },
  { id: 32, code: 'NM', name: 'New Mexico' },
  { id: 33, code: 'NY', name: 'New York' },
  { id: 34, code: 'NC', name: 'North Carolina' },
  { id: 35, code: 'ND', name: 'North Dakota' },
  { id: 36, code: 'OH', name: 'Ohio' },
  { id: 37, code: 'OK', name: 'Oklahoma' },
  { id: 38, code: 'OR', name: 'Oregon' },
  { id: 39, code: 'PA', name: 'Pennsylvania' },
  { id: 40, code: 'RI', name: 'Rhode Island' },
  { id: 41, code: 'SC', name: 'South Carolina' },
  { id: 42, code: 'SD', name: 'South Dakota' },
  { id: 43, code: 'TN', name: 'Tennessee' },
  { id: 44, code: 'TX', name: 'Texas' },
  { id: 45, code: 'UT', name: 'Utah' },
  { id: 46, code: 'VT', name: 'Vermont' },
  { id: 47, code: 'VA', name: 'Virginia' },
  { id: 48, code: 'WA', name: 'Washington' },
  { id: 49, code: 'WV', name: 'West Virginia' },
  { id: 50, code: 'WI', name: 'Wisconsin' },
  { id: 51, code: 'WY', name: 'Wyoming' },
] as const

/**
 * The specification gives the number (15) and that each has a name in the laboratory's system, but not the
 * names: these are ours. `labSystemName` is sent in messages.
 */
export const ETHNICITIES = [
  { name: 'African or African American', labSystemName: 'AFRICAN_AMERICAN' },
  { name: 'Ashkenazi Jewish', labSystemName: 'ASHKENAZI_JEWISH' },
  { name: 'East Asian', labSystemName: 'EAST_ASIAN' },
  { name: 'French Canadian or Cajun', labSystemName: 'FRENCH_CANADIAN_CAJUN' },
  { name: 'Hispanic or Latino', labSystemName: 'HISPANIC_LATINO' },
  { name: 'Mediterranean', labSystemName: 'MEDITERRANEAN' },
  { name: 'Middle Eastern', labSystemName: 'MIDDLE_EASTERN' },
  { name: 'Native American or Alaska Native', labSystemName: 'NATIVE_AMERICAN' },
  { name: 'Native Hawaiian or Pacific Islander', labSystemName: 'PACIFIC_ISLANDER' },
  { name: 'Northern European', labSystemName: 'NORTHERN_EUROPEAN' },
  { name: 'Sephardic or Mizrahi Jewish', labSystemName: 'SEPHARDIC_MIZRAHI_JEWISH' },
  { name: 'South Asian', labSystemName: 'SOUTH_ASIAN' },
  { name: 'Southeast Asian', labSystemName: 'SOUTHEAST_ASIAN' },
  { name: 'Other', labSystemName: 'OTHER' },
  { name: 'Unknown', labSystemName: 'UNKNOWN' },
] as const

/** The types of uploaded files (§3, Document upload row). */
export const DOCUMENT_TYPES = [
  'Additional Clinical Information',
  'Consent Form',
  'Differential Diagnosis',
  'Insurance Card',
  'Other',
  'Report',
  'Requisition',
] as const

export const USER_STATUSES = ['Active', 'Inactive', 'Blocked', 'WaitingForApproval'] as const
export type UserStatus = (typeof USER_STATUSES)[number]

/** §3, address types of a physician and of an institution. */
export const ADDRESS_TYPES = ['Primary', 'Billing', 'Mailing', 'All'] as const
export type AddressType = (typeof ADDRESS_TYPES)[number]

export const INSTITUTION_PHONE_TYPES = ['Home', 'Work', 'Cell', 'Fax'] as const

/** Ours: the specification names only the field. Staff and designees have no NPI. */
export const PROVIDER_TYPES = ['Physician', 'Non-physician provider', 'Genetic counselor', 'Staff'] as const
export type ProviderType = (typeof PROVIDER_TYPES)[number]

/** §3, log levels; the least urgent first. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** §5, the tracking dialog's carriers. */
export const CARRIERS = ['Fedex', 'USPS'] as const
export type Carrier = (typeof CARRIERS)[number]

/** §3: optional features of an installation. */
export const FEATURE_FLAGS = ['Document_Management', 'OnlineOrderPortal'] as const

/** §3: the counters of the header's alerts. */
export const ALERT_KINDS = ['wgsLate', 'wgsMissingInfo', 'otherLate', 'otherMissingInfo'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

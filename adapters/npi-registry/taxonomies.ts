import { table } from '#domain/table.ts'

/**
 * The dissemination file has only codes. These are the ones of providers who order genetic tests, with their
 * names in the Health Care Provider Taxonomy (NUCC), as the registry's API gives them.
 */
const TAXONOMIES = table<string>({
  '170100000X': 'Medical Genetics, Ph.D. Medical Genetics',
  '170300000X': 'Genetic Counselor, MS',
  '207Q00000X': 'Family Medicine',
  '207R00000X': 'Internal Medicine',
  '207RC0000X': 'Internal Medicine, Cardiovascular Disease',
  '207RH0003X': 'Internal Medicine, Hematology & Oncology',
  '207RX0202X': 'Internal Medicine, Medical Oncology',
  '207SC0300X': 'Medical Genetics, Clinical Cytogenetics',
  '207SG0201X': 'Medical Genetics, Clinical Genetics (M.D.)',
  '207SG0202X': 'Medical Genetics, Clinical Biochemical Genetics',
  '207SG0203X': 'Medical Genetics, Clinical Molecular Genetics',
  '207SM0001X': 'Medical Genetics, Molecular Genetic Pathology',
  '207V00000X': 'Obstetrics & Gynecology',
  '207VM0101X': 'Obstetrics & Gynecology, Maternal & Fetal Medicine',
  '208000000X': 'Pediatrics',
  '2080N0001X': 'Pediatrics, Neonatal-Perinatal Medicine',
  '2084N0400X': 'Psychiatry & Neurology, Neurology',
  '2084N0402X': 'Psychiatry & Neurology, Neurology with Special Qualifications in Child Neurology',
  '282N00000X': 'General Acute Care Hospital',
  '291U00000X': 'Clinical Medical Laboratory',
  '363A00000X': 'Physician Assistant',
  '363L00000X': 'Nurse Practitioner',
})

/** '' for any other code. */
export function taxonomyInWords(code: string): string {
  return TAXONOMIES[code] ?? ''
}

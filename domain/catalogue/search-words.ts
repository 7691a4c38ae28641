/** Stop words: they do not tell which test is meant, neither in search terms nor in names of diagnoses. */
const EMPTY = new Set(
  (
    'a an and any are as at by child children early for from gene genes genetic has have her his in into is it its ' +
    'me my of on or other our patient patients son daughter specified than that the their they this to ' +
    'type types unspecified who with without test tests testing screening side not left right both history ' +
    'personal family disease diseases disorder disorders syndrome syndromes'
  ).split(' '),
)

/**
 * Synonyms, as clinics and families use them: a search for one also finds tests with another. The words are
 * in the form that `wordsOf` returns.
 */
const SAME_MEANING: readonly (readonly string[])[] = [
  ['epilepsy', 'epileptic', 'seizure', 'convulsion', 'fit', 'spasm'],
  ['hearing', 'deaf', 'deafness'],
  ['kidney', 'renal', 'nephrotic', 'nephropathy', 'nephritis'],
  ['heart', 'cardiac', 'cardiomyopathy', 'cardiovascular'],
  ['arrhythmia', 'tachycardia', 'arrhythmogenic', 'fibrillation', 'palpitation'],
  ['cancer', 'tumor', 'tumour', 'malignancy', 'malignant', 'neoplasm', 'carcinoma'],
  ['colorectal', 'colon', 'rectal', 'bowel', 'polyposis', 'polyp'],
  ['leukemia', 'leukaemia', 'myeloid', 'myelodysplasia'],
  ['eye', 'retinal', 'retina', 'vision', 'visual', 'blindness', 'blind', 'ophthalmic'],
  ['retinal', 'retina', 'retinitis', 'macular', 'vitreoretinal'],
  ['muscle', 'muscular', 'myopathy', 'neuromuscular'],
  ['nerve', 'neuropathy', 'polyneuropathy'],
  ['autism', 'autistic', 'asd'],
  ['intellectual', 'neurodevelopmental', 'developmental', 'cognitive', 'retardation'],
  ['anemia', 'anaemia', 'anemic'],
  ['blood', 'hemoglobin', 'hemoglobinopathy', 'haemoglobin', 'thalassemia', 'thalassaemia', 'sickle'],
  ['bleeding', 'hemophilia', 'haemophilia', 'coagulation', 'platelet'],
  ['clotting', 'thrombosis', 'thrombophilia', 'embolism'],
  ['liver', 'hepatic', 'cholestasis', 'jaundice'],
  ['lung', 'pulmonary', 'respiratory', 'interstitial', 'surfactant'],
  ['skin', 'epidermolysis', 'ichthyosis', 'keratinization'],
  ['bone', 'skeletal', 'dysplasia', 'osteogenesis'],
  ['immune', 'immunodeficiency', 'immunity', 'infection'],
  ['diabete', 'mody', 'diabetic'],
  ['cholesterol', 'hypercholesterolemia', 'lipid', 'lipoprotein'],
  ['dementia', 'alzheimer', 'frontotemporal'],
  ['als', 'amyotrophic', 'motor'],
  ['cmt', 'charcot'],
  ['sma', 'spinal'],
  ['infertility', 'sperm', 'infertile', 'azoospermia', 'oligospermia'],
  ['miscarriage', 'abortion', 'loss', 'demise'],
  ['prenatal', 'pregnancy', 'fetal', 'fetus', 'foetal', 'antenatal', 'unborn'],
  ['newborn', 'neonatal', 'baby', 'infant', 'infantile', 'nicu'],
  ['drug', 'medicine', 'medication', 'pharmacogenomic', 'pgx'],
  ['down', 'trisomy', 'aneuploidy'],
  ['chromosome', 'chromosomal', 'karyotype', 'cytogenetic'],
  ['cma', 'microarray', 'array'],
  ['wes', 'exome'],
  ['wgs', 'genome'],
  ['mito', 'mitochondrial'],
  ['carrier', 'recessive', 'preconception'],
  ['urgent', 'rapid', 'fast'],
  ['fh', 'hypercholesterolemia'],
  ['hboc', 'breast'],
  ['dmd', 'duchenne', 'becker'],
  ['tall', 'overgrowth', 'macrocephaly'],
  ['short', 'stature', 'growth'],
  ['stroke', 'cerebrovascular', 'moyamoya'],
]

const meanings = new Map<string, Set<string>>()
for (const group of SAME_MEANING)
  for (const word of group) {
    const known = meanings.get(word) ?? new Set<string>()
    for (const other of group) if (other !== word) known.add(other)
    meanings.set(word, known)
  }

/** The synonyms of a word; none for most. */
export function meaningsOf(word: string): Iterable<string> {
  return meanings.get(word) ?? []
}

/** The words of a text in lower case, without accents, without a final `s` and without stop words. */
export function wordsOf(text: string): string[] {
  return plain(text)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !EMPTY.has(word))
    .map(stem)
}

/** Lower case, without accents. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Gene symbols and codes keep their final `s`, and so do fibrosis, virus and loss. */
function stem(word: string): string {
  if (/\d/.test(word) || word.length < 5 || /[isu]s$/.test(word)) return word
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/s$/, '')
}

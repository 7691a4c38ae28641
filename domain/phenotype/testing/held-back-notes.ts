import type { AnnotatedNote } from './annotated-note.ts'

/** Notes that were held back while the rule was tuned (docs/phenotype-notes.md). All of these people are invented. */
export const HELD_BACK_NOTES: readonly AnnotatedNote[] = [
  {
    number: 2,
    style: 'telegram',
    text: `5 yo M, [[GDD|Global developmental delay]], [[ASD|Autism]], [[macrocephaly|Macrocephaly]]. No [[sz|-Seizure]]. MRI: [[thin corpus callosum|Hypoplasia of the corpus callosum]]. CMA neg, FraX neg.`,
  },
  {
    number: 4,
    style: 'negation over a list with but',
    text: `Exam today: no [[ataxia|-Ataxia]], [[tremor|-Tremor]] or [[nystagmus|-Nystagmus]] but mild [[ptosis|Ptosis]] on the left. Denies [[headache|-Headache]] and [[dizziness|-Vertigo]]. Reports [[fatigue|Fatigue]] and [[exercise intolerance|Exercise intolerance]] since adolescence.`,
  },
  {
    number: 6,
    style: 'Spanish names and words for relatives',
    text: `Mateo is a 2 yo boy with [[seizures|Seizure]] since 5 months and [[microcephaly|Microcephaly]]. His mother, María Fernanda, had [[febrile seizures|Mother: Febrile seizure (within the age range of 3 months to 6 years)]] as a child. Abuela Carmen has diabetes. Tío José with intellectual disability. Papá is healthy. Mateo does not have [[cleft palate|-Cleft palate]].`,
  },
  {
    number: 8,
    style: 'uncertain',
    text: `Newborn with possible [[seizures|?Seizure]], EEG pending. Concern for [[hearing loss|?Hearing impairment]] after failed screen. [[Hypotonia|Hypotonia]] marked. [[Hepatomegaly|?Hepatomegaly]]? US to be done. No [[jaundice|-Jaundice]].`,
  },
  {
    number: 10,
    style: 'prenatal',
    prenatal: true,
    text: `G2P1 at 21w4d. Ultrasound: bilateral [[ventriculomegaly|Ventriculomegaly]] (13 mm), [[clubfoot|Talipes equinovarus]], [[polyhydramnios|Polyhydramnios]]. [[Normal heart|-Abnormal heart morphology]]. No [[cleft lip|-Cleft lip]]. NIPT low risk. Mother has [[hypothyroidism|Mother: Hypothyroidism]], treated.`,
  },
  {
    number: 12,
    style: 'prenatal',
    prenatal: true,
    text: `23 wk anatomy scan shows [[IUGR|Intrauterine growth retardation]], [[echogenic bowel|Echogenic fetal bowel]] and [[hydronephrosis|Hydronephrosis]]. [[Increased nuchal translucency|Increased nuchal translucency]] at 12 wk (4.1 mm). Suspected [[AVSD|?Atrioventricular canal defect]], fetal echo next week. Father of the baby has [[polydactyly|Father: Polydactyly]].`,
  },
  {
    number: 14,
    style: 'NICU',
    text: `Ex-34-weeker ([[preterm|Premature birth]]), [[SGA|Small for gestational age]], [[micrognathia|Micrognathia]] with [[cleft palate|Cleft palate]], respiratory distress syndrome ruled out. [[PDA|Patent ductus arteriosus]] closed with medication. [[Head US normal|-Abnormal brain morphology]]. Eyes: no [[coloboma|-Coloboma]].`,
  },
  {
    number: 16,
    style: 'adult cancer',
    text: `Pt is 38, [[colon cancer|Colon cancer]] at 36, MSI-high. Denies [[weight loss|-Weight loss]]. Brother had [[colon polyps|Sibling: Intestinal polyp]]. Father: stomach cancer at 55. Rule out Lynch syndrome. No [[café au lait macules|-Cafe-au-lait spot]].`,
  },
  {
    number: 18,
    style: 'eye',
    text: `12 yo boy with [[night blindness|Nyctalopia]] and constricted visual fields; fundus: [[bone spicule pigmentation|Spicular pigmentation of the retina]]. Probable [[rod-cone dystrophy|?Rod-cone dystrophy]]. [[Hearing is normal|-Hearing impairment]]. No [[polydactyly|-Polydactyly]], no [[obesity|-Obesity]]. Two maternal uncles are blind.`,
  },
  {
    number: 20,
    style: 'neuromuscular adult',
    text: `Ms. Ibarra, 29, noticed [[weakness|Muscle weakness]] of the legs at age 15 and now has [[foot drop|Foot dorsiflexor weakness]], [[pes cavus|Pes cavus]] and [[areflexia|Areflexia]]. She denies [[dysphagia|-Dysphagia]], [[diplopia|-Diplopia]] or [[ptosis|-Ptosis]]. Her father walks with a limp and has [[pes cavus|Father: Pes cavus]]. Her brother Andrés is well.`,
  },
  {
    number: 22,
    style: 'informants and family',
    text: `The parents describe [[poor sleep|Sleep disturbance]] and [[self-injurious behavior|Self-injurious behavior]]. Mom has [[anxiety|Mother: Anxiety]] and dad has [[depression|Father: Depression]]. According to the mother, no [[regression|-Developmental regression]] was seen. [[Drooling|Drooling]]. [[Stereotypies|Motor stereotypy]] during the visit.`,
  },
  {
    number: 24,
    style: 'connective tissue',
    text: `[[Joint hypermobility|Joint hypermobility]] (Beighton 7/9), [[easy bruising|Bruising susceptibility]], [[chronic pain|Chronic pain]]. Skin not hyperextensible. [[Recurrent dislocations|Recurrent joint dislocation]] of the shoulder. No [[hernia|-Hernia]], no organ rupture. Mother is also [[hypermobile|Mother: Joint hypermobility]].`,
  },
  {
    number: 26,
    style: 'skeletal',
    text: `Newborn with [[short limbs|Limb undergrowth]] and [[narrow chest|Narrow chest]]. [[Frontal bossing|Frontal bossing]] and [[depressed nasal bridge|Depressed nasal bridge]]. Differential includes achondroplasia and thanatophoric dysplasia. No [[fractures|-Increased susceptibility to fractures]] on skeletal survey; [[blue sclerae|-Blue sclerae]] not seen. Both parents have average height.`,
  },
  {
    number: 28,
    style: 'kidney',
    text: `11-year-old with [[hematuria|Hematuria]] and [[proteinuria|Proteinuria]]. Audiogram: [[sensorineural hearing loss|Sensorineural hearing impairment]]. [[Eye exam unremarkable|-Abnormality of the eye]]. His mother has [[hematuria|Mother: Hematuria]]; maternal grandfather on dialysis. No [[edema|-Edema]]. BP normal.`,
  },
  {
    number: 30,
    style: 'epilepsy',
    text: `Onset at 4 mo with [[infantile spasms|Infantile spasms]], EEG [[hypsarrhythmia|Hypsarrhythmia]]. Now 3 y: daily [[tonic seizures|Tonic seizure]], [[nonverbal|Absent speech]], [[spastic|Spasticity]] quadriparesis, [[cortical visual impairment|Cerebral visual impairment]]. Failed 4 drugs. Epilepsy panel negative. No [[hypopigmented macules|-Hypopigmented skin patches]].`,
  },
  {
    number: 32,
    style: 'regression',
    text: `Typical development until 15 mo, then [[loss of skills|Developmental regression]], [[hand wringing|Motor stereotypy]], [[ataxic gait|Gait ataxia]], [[bruxism|Bruxism]] and acquired [[microcephaly|Microcephaly]]. [[EEG abnormal|EEG abnormality]] but no clinical [[seizures|-Seizure]]. Suspicion of Rett syndrome. [[Hyperventilation|Hyperventilation]] when awake. [[Scoliosis|?Scoliosis]] suspected.`,
  },
  {
    number: 34,
    style: 'endocrine',
    text: `Boy, 4 wk: [[hypospadias|Hypospadias]], bilateral [[undescended testes|Cryptorchidism]], [[micropenis|Micropenis]]. [[Hyponatremia|Hyponatremia]] and [[hyperkalemia|Hyperkalemia]] at admission. No [[hypoglycemia|-Hypoglycemia]]. Concern for [[adrenal insufficiency|?Adrenal insufficiency]]. Maternal aunt died in infancy.`,
  },
  {
    number: 36,
    style: 'abbreviations',
    text: `6 yo w/ [[DD|Global developmental delay]], [[ASD|Autism]], [[FTT|Failure to thrive]] as infant, [[OSA|Obstructive sleep apnea]] s/p T&A. Neuro: [[hypotonia|Hypotonia]], DTRs 2+. - [[sz|-Seizure]]. Mat hx of ID in two brothers of mother. Fa: healthy. Mo: [[migraine|Mother: Migraine]].`,
  },
  {
    number: 38,
    style: 'relatives after the finding',
    text: `[[Short stature|Short stature]] (also in the mother) and [[brachydactyly|Brachydactyly]]. Seizures in a paternal cousin. No [[seizures|-Seizure]] in the patient. [[Intellectual disability|Father: ?Intellectual disability]] in the father is unconfirmed but likely. [[Obesity|Obesity]] since age 4 with [[hyperphagia|Polyphagia]].`,
  },
  {
    number: 40,
    style: 'discursive',
    text: `We met with Thandiwe and her aunt. She was born at term with [[congenital diaphragmatic hernia|Congenital diaphragmatic hernia]], repaired on day 3. Growth has been slow, with [[short stature|Short stature]] now at the 1st centile, and her teachers describe [[learning difficulties|Intellectual disability]]. She does not have [[hearing loss|-Hearing impairment]], nor has she had [[seizures|-Seizure]]. The aunt asked whether asthma is part of the condition; we explained that it is not.`,
  },
  {
    number: 42,
    style: 'tuberous sclerosis',
    text: `Infant with multiple [[cardiac rhabdomyomas|Cardiac rhabdomyoma]] and [[ash leaf spots|Hypomelanotic macule]]. MRI: [[cortical tubers|Cortical tubers]], [[subependymal nodules|Subependymal nodules]]; no [[SEGA|-Subependymal giant-cell astrocytoma]]. Parents instructed to return if spasms develop. At risk for seizures. Renal US: no [[angiomyolipoma|-Renal angiomyolipoma]].`,
  },
  {
    number: 44,
    style: 'immunology',
    text: `Patient has had [[recurrent sinusitis|Recurrent sinusitis]], [[bronchiectasis|Bronchiectasis]] and [[splenomegaly|Splenomegaly]], low IgG. No [[granulomas|-Granuloma]]. Aunt on mother's side has lupus. Partner is well. He is a carrier of cystic fibrosis. Rather than [[lymphoma|?Lymphoma]], which could not be excluded at first, reactive nodes are now favored.`,
  },
  {
    number: 46,
    style: 'prenatal skeletal',
    prenatal: true,
    text: `28w: [[short femur|Short femur]] (<1st), [[bowed femurs|Bowing of the legs]] maybe, [[macrocephaly|Macrocephaly]], no [[oligohydramnios|-Oligohydramnios]]. [[Spine and kidneys normal|-Abnormality of the vertebral column; -Abnormal renal morphology]]. [[Absent nasal bone|Absent fetal nasal bone]]. Pt has [[gestational diabetes|Mother: Maternal diabetes]]. Paternal half-sister with dwarfism.`,
  },
  {
    number: 48,
    style: 'cerebellar',
    text: `Unsteady since 40, [[ataxia|Ataxia]], [[dysarthria|Dysarthria]], [[gaze-evoked nystagmus|Gaze-evoked nystagmus]]. MRI: [[cerebellar atrophy|Cerebellar atrophy]]. No [[dementia|-Dementia]]. [[Peripheral neuropathy|Peripheral neuropathy]] on NCS. Mother died at 70 with "drunken walk" and [[dysphagia|Mother: Dysphagia]]. [[Hearing loss|?Hearing impairment]] is questionable.`,
  },
  {
    number: 50,
    style: 'no findings',
    text: `Healthy woman, 31, requests carrier screening before pregnancy. Husband's cousin has cystic fibrosis. No personal complaints. No known consanguinity. We reviewed that spinal muscular atrophy causes weakness and that Tay-Sachs disease causes regression and seizures in infancy. Examination unremarkable.`,
  },
]

import { tokensOf } from './words.ts'

/**
 * How clinics write findings that the HPO names otherwise: abbreviations, and words that the HPO does not
 * list. One term a line: identifier, label, then the words. They are Karyo's own, and no part of the HPO.
 */
const CLINIC_WORDS = `
HP:0000003 Multicystic kidney dysplasia: mcdk
HP:0000023 Inguinal hernia: groin hernia
HP:0000028 Cryptorchidism: undescended testes, undescended testis, undescended testicle, undescended testicles, udt
HP:0000047 Hypospadias: hypospadic
HP:0000054 Micropenis: small penis
HP:0000062 Ambiguous genitalia: dsd genitalia
HP:0000076 Vesicoureteral reflux: vur
HP:0000085 Horseshoe kidney: horse shoe kidney
HP:0000107 Renal cyst: kidney cysts, renal cysts, cysts in kidneys, cystic kidneys
HP:0000122 Unilateral renal agenesis: single kidney, solitary kidney, one kidney, absent left kidney, absent right kidney
HP:0000126 Hydronephrosis: swollen kidney
HP:0000158 Macroglossia: large tongue, big tongue
HP:0000164 Abnormality of the dentition: dental problems, dental anomalies, teeth problems
HP:0000193 Bifid uvula: split uvula
HP:0000218 High palate: high arched palate, higharched palate
HP:0000219 Thin upper lip vermilion: thin upper lip
HP:0000238 Hydrocephalus: hydrocephalic
HP:0000248 Brachycephaly: flat back of head
HP:0000252 Microcephaly: microcephalic, small head, small head circumference, micro ceph
HP:0000256 Macrocephaly: macrocephalic, big head, large head
HP:0000286 Epicanthus: epicanthal folds, epicanthal fold
HP:0000316 Hypertelorism: wide set eyes, widely spaced eyes, wide spaced eyes
HP:0000319 Smooth philtrum: flat philtrum
HP:0000347 Micrognathia: small jaw, small chin, micrognathic, receding chin, retrognathic chin
HP:0000349 Widow's peak: widows peak
HP:0000365 Hearing impairment: hearing loss, deaf, deafness, hoh, hard of hearing, hearing impaired
HP:0000369 Low-set ears: low set ears, lowset ears
HP:0000403 Recurrent otitis media: recurrent ear infections, ear infections frequent, frequent ear infections, recurrent aom
HP:0000405 Conductive hearing impairment: conductive hearing loss
HP:0000407 Sensorineural hearing impairment: snhl, sensorineural hearing loss, sensorineural deafness
HP:0000421 Epistaxis: nosebleeds, nose bleeds, nosebleed
HP:0000431 Wide nasal bridge: broad nasal bridge
HP:0000476 Cystic hygroma: hygroma
HP:0000486 Strabismus: squint, crossed eyes, strabismic
HP:0000505 Visual impairment: poor vision, visually impaired, vision loss, low vision
HP:0000508 Ptosis: droopy eyelids, droopy eyelid, ptotic
HP:0000510 Rod-cone dystrophy: rp, retinitis pigmentosa
HP:0000541 Retinal detachment: detached retina
HP:0000545 Myopia: nearsighted, short sighted, near sighted, myopic
HP:0000592 Blue sclerae: blue sclera
HP:0000639 Nystagmus: jiggly eyes
HP:0000648 Optic atrophy: pale optic discs, optic nerve atrophy
HP:0000662 Nyctalopia: nyctalopia, poor night vision
HP:0000718 Aggressive behavior: aggression, aggressive
HP:0000729 Autistic behavior: asd features, autistic, autism spectrum, autism spectrum disorder, autistic traits, autistic features
HP:0000733 Motor stereotypy: stereotypies, hand flapping, stereotypy, hand wringing, hand stereotypies, repetitive hand movements
HP:0000750 Delayed speech and language development: speech delay, language delay, delayed speech, speech and language delay, non verbal at, late talker, delayed language, few words
HP:0000767 Pectus excavatum: sunken chest
HP:0000768 Pectus carinatum: pigeon chest
HP:0000776 Congenital diaphragmatic hernia: cdh
HP:0000786 Primary amenorrhea: no menarche
HP:0000787 Nephrolithiasis: kidney stones, kidney stone, renal stones
HP:0000819 Diabetes mellitus: diabetes, diabetic
HP:0000821 Hypothyroidism: underactive thyroid, hypothyroid
HP:0000822 Hypertension: high blood pressure, htn, hypertensive
HP:0000823 Delayed puberty: late puberty
HP:0000826 Precocious puberty: early puberty
HP:0000846 Adrenal insufficiency: adrenal failure
HP:0000952 Jaundice: icterus, jaundiced, yellow skin
HP:0000953 Hyperpigmentation of the skin: hyperpigmentation
HP:0000954 Single transverse palmar crease: single palmar crease, simian crease, single palmar creases
HP:0000957 Cafe-au-lait spot: cafe au lait, cal spots, cals, cafe au lait macules, calms, cafe au lait macule, cafe au lait spots, cal macules
HP:0000961 Cyanosis: blue lips, cyanotic
HP:0000964 Eczematoid dermatitis: eczema
HP:0000975 Hyperhidrosis: sweats a lot
HP:0000978 Bruising susceptibility: easy bruising, bruises easily, bruising easily, easily bruised
HP:0000988 Skin rash: rash, rashes
HP:0000997 Axillary freckling: armpit freckles, axillary freckles
HP:0001004 Lymphedema: lymph oedema
HP:0001007 Hirsutism: hirsute
HP:0001053 Hypopigmented skin patches: hypopigmented macules, ash leaf spots, ash leaf macules, ashleaf spots, hypopigmented macule, hypomelanotic macules
HP:0001083 Ectopia lentis: lens dislocation, dislocated lens, lens subluxation, subluxed lens, dislocated lenses
HP:0001166 Arachnodactyly: long fingers
HP:0001217 Clubbing: clubbed fingers
HP:0001249 Intellectual disability: mental retardation, cognitive impairment, learning difficulties, intellectually disabled, learning disability, intellectual impairment
HP:0001250 Seizure: fits, fitting, sz, szs, convulsions, convulsion, seizing, epileptic
HP:0001251 Ataxia: ataxic, unsteady gait, unsteady
HP:0001252 Hypotonia: low tone, floppy, hypotonic, floppy baby, floppy infant, poor tone, decreased tone, central hypotonia, truncal hypotonia, reduced tone
HP:0001257 Spasticity: spastic
HP:0001263 Global developmental delay: gdd, dev delay, developmental delay, delayed development, delayed milestones, devel delay, developmentally delayed, globally delayed
HP:0001270 Motor delay: motor delay, gross motor delay, delayed motor milestones
HP:0001272 Cerebellar atrophy: cerebellar volume loss
HP:0001274 Agenesis of corpus callosum: acc, absent corpus callosum, callosal agenesis, corpus callosum absent, agenesis of the cc, corpus callosum agenesis
HP:0001276 Hypertonia: high tone, increased tone, hypertonic
HP:0001279 Syncope: fainting, fainted, passing out, faints, passed out
HP:0001284 Areflexia: absent reflexes, no reflexes, absent dtrs, areflexic
HP:0001288 Gait disturbance: abnormal gait, gait abnormality
HP:0001297 Stroke: cva
HP:0001321 Cerebellar hypoplasia: small cerebellum, hypoplastic cerebellum
HP:0001324 Muscle weakness: weakness, weak muscles, muscular weakness
HP:0001332 Dystonia: dystonic
HP:0001336 Myoclonus: myoclonic jerks, jerks myoclonic, myoclonic
HP:0001337 Tremor: tremors, tremulous
HP:0001339 Lissencephaly: smooth brain
HP:0001344 Absent speech: nonverbal, non verbal, no speech, no words
HP:0001347 Hyperreflexia: brisk reflexes, increased reflexes, hyperreflexic
HP:0001357 Plagiocephaly: flat head
HP:0001363 Craniosynostosis: fused sutures, early fusion of sutures
HP:0001371 Flexion contracture: contractures, joint contractures, contracture, contractures of joints
HP:0001382 Joint hypermobility: hypermobile joints, hypermobile, double jointed, joint laxity, hypermobility, lax joints, loose joints
HP:0001433 Hepatosplenomegaly: hsm
HP:0001508 Failure to thrive: ftt, poor weight gain, failure to gain weight, faltering growth, not gaining weight
HP:0001511 Intrauterine growth retardation: iugr, fgr, fetal growth restriction, intrauterine growth restriction, growth restriction
HP:0001513 Obesity: obese
HP:0001518 Small for gestational age: sga
HP:0001528 Hemihypertrophy: hemihyperplasia
HP:0001539 Omphalocele: exomphalos
HP:0001561 Polyhydramnios: excess amniotic fluid, increased liquor, polyhydramnion
HP:0001562 Oligohydramnios: low fluid, low amniotic fluid, low afi, reduced liquor
HP:0001622 Premature birth: preterm, premature, born preterm, prematurity, ex prem, preemie
HP:0001627 Abnormal heart morphology: congenital heart disease, congenital heart defect, chd, heart defect, heart disease congenital
HP:0001629 Ventricular septal defect: vsd
HP:0001631 Atrial septal defect: asd secundum, secundum asd, atrial septum defect
HP:0001634 Mitral valve prolapse: mvp
HP:0001636 Tetralogy of Fallot: tof
HP:0001638 Cardiomyopathy: cardiomyopathic
HP:0001639 Hypertrophic cardiomyopathy: hcm, hocm
HP:0001643 Patent ductus arteriosus: pda
HP:0001644 Dilated cardiomyopathy: dcm
HP:0001645 Sudden cardiac death: sudden death, scd
HP:0001655 Patent foramen ovale: pfo
HP:0001657 Prolonged QT interval: long qt, prolonged qt, qt prolongation, prolonged qtc, qtc prolonged
HP:0001680 Coarctation of aorta: coa, coarctation
HP:0001744 Splenomegaly: enlarged spleen, big spleen, large spleen
HP:0001762 Talipes equinovarus: clubfoot, club foot, club feet, clubfeet, ctev, talipes
HP:0001770 Toe syndactyly: webbed toes
HP:0001789 Hydrops fetalis: hydrops, nihf
HP:0001873 Thrombocytopenia: low platelets, low platelet count, thrombocytopenic
HP:0001875 Decreased total neutrophil count: low neutrophils, neutropenic
HP:0001903 Anemia: anemic, low hemoglobin
HP:0001942 Metabolic acidosis: acidotic
HP:0001943 Hypoglycemia: low blood sugar, hypoglycemic, low sugar, low glucose
HP:0001987 Hyperammonemia: high ammonia, elevated ammonia, raised ammonia, ammonia elevated
HP:0001999 Abnormal facial shape: dysmorphic, dysmorphic features, dysmorphism, facial dysmorphism, dysmorphic facies, dysmorphic face, dysmorphology, facial dysmorphic features
HP:0002013 Vomiting: emesis, throwing up
HP:0002014 Diarrhea: loose stools
HP:0002015 Dysphagia: difficulty swallowing, swallowing difficulty, swallowing difficulties, swallowing problems
HP:0002019 Constipation: constipated
HP:0002020 Gastroesophageal reflux: gerd, gord, reflux, ger
HP:0002023 Anal atresia: imperforate anus
HP:0002059 Cerebral atrophy: brain atrophy, cerebral volume loss
HP:0002069 Bilateral tonic-clonic seizure: gtcs, gtc, gtcs seizures, generalized tonic clonic
HP:0002072 Chorea: choreiform movements, choreic
HP:0002079 Hypoplasia of the corpus callosum: thin corpus callosum, thin cc, hypoplastic corpus callosum
HP:0002092 Pulmonary arterial hypertension: pah
HP:0002098 Respiratory distress: breathing difficulty, resp distress
HP:0002104 Apnea: apneic episodes, apneas, stopped breathing
HP:0002119 Ventriculomegaly: enlarged ventricles, dilated ventricles, large ventricles, mild ventriculomegaly
HP:0002121 Generalized non-motor (absence) seizure: staring spells, staring spell
HP:0002126 Polymicrogyria: pmg
HP:0002151 Increased circulating lactate concentration: elevated lactate, high lactate, raised lactate, lactate elevated
HP:0002155 Hypertriglyceridemia: high triglycerides, elevated triglycerides
HP:0002194 Delayed gross motor development: gross motor delay
HP:0002240 Hepatomegaly: enlarged liver, big liver, large liver
HP:0002307 Drooling: drools
HP:0002353 EEG abnormality: abnormal eeg
HP:0002360 Sleep disturbance: poor sleep, sleep problems, sleep difficulties, disturbed sleep, sleep issues, sleep disorder
HP:0002373 Febrile seizure (within the age range of 3 months to 6 years): febrile seizures, febrile fits, febrile convulsions, febrile convulsion, febrile seizure
HP:0002376 Developmental regression: regression, lost skills, loss of skills, regressed, loss of milestones, lost milestones
HP:0002460 Distal muscle weakness: distal weakness
HP:0002500 Abnormal cerebral white matter morphology: white matter changes, white matter abnormalities, white matter lesions, leukodystrophy, white matter abnormality, abnormal white matter
HP:0002521 Hypsarrhythmia: hypsarrythmia
HP:0002575 Tracheoesophageal fistula: tef, tof esophageal
HP:0002591 Polyphagia: hyperphagia, overeating, insatiable appetite
HP:0002616 Aortic root aneurysm: dilated aortic root, aortic root dilation, aortic root dilatation, aortic root enlargement, enlarged aortic root
HP:0002650 Scoliosis: curved spine, scoliotic
HP:0002666 Pheochromocytoma: pheo
HP:0002667 Nephroblastoma: nephroblastoma
HP:0002719 Recurrent infections: frequent infections, many infections, repeated infections, recurrent infection
HP:0002757 Recurrent fractures: multiple fractures, frequent fractures, brittle bones, many fractures
HP:0002804 Arthrogryposis multiplex congenita: amc, arthrogryposis
HP:0002870 Obstructive sleep apnea: osa
HP:0002900 Hypokalemia: low potassium
HP:0002901 Hypocalcemia: low calcium
HP:0002902 Hyponatremia: low sodium
HP:0002910 Elevated circulating hepatic transaminase concentration: elevated lfts, raised lfts, elevated transaminases, raised transaminases, elevated liver enzymes, elevated ast alt
HP:0003002 Breast carcinoma: breast cancer, breast ca, ca breast
HP:0003003 Colon cancer: colorectal cancer, crc, colon ca, bowel cancer
HP:0003124 Hypercholesterolemia: high cholesterol, raised cholesterol, elevated cholesterol
HP:0003128 Lactic acidosis: lactic acidemia
HP:0003236 Elevated circulating creatine kinase concentration: elevated ck, high ck, raised ck, ck elevated, elevated cpk, raised cpk, hyperckemia
HP:0003391 Gowers sign: gower sign, gowers, positive gowers
HP:0003546 Exercise intolerance: exercise intolerant, tires easily
HP:0003701 Proximal muscle weakness: proximal weakness
HP:0003707 Calf muscle pseudohypertrophy: calf pseudohypertrophy, big calves, large calves, calf hypertrophy
HP:0003763 Bruxism: teeth grinding, tooth grinding
HP:0004209 Clinodactyly of the 5th finger: clinodactyly, fifth finger clinodactyly, 5th finger clinodactyly
HP:0004322 Short stature: small stature, short for age
HP:0004383 Hypoplastic left ventricle: hypoplastic left heart, hlhs
HP:0004691 2-3 toe syndactyly: 2 3 syndactyly of toes, syndactyly of toes 2 3, 2 3 toe syndactyly
HP:0005280 Depressed nasal bridge: flat nasal bridge, low nasal bridge
HP:0006101 Finger syndactyly: webbed fingers
HP:0006579 Prolonged neonatal jaundice: prolonged jaundice
HP:0006695 Atrioventricular canal defect: avsd, av canal
HP:0006725 Pancreatic adenocarcinoma: pancreatic cancer, pancreatic ca
HP:0007018 Attention deficit hyperactivity disorder: adhd
HP:0007359 Focal-onset seizure: focal seizures, partial seizures, focal seizure
HP:0008070 Sparse hair: thin hair
HP:0008209 Premature ovarian insufficiency: poi, pof, premature menopause
HP:0009717 Cortical tubers: cortical tuber
HP:0009718 Subependymal giant-cell astrocytoma: sega
HP:0009737 Lisch nodules: iris hamartomas
HP:0009830 Peripheral neuropathy: neuropathy
HP:0010442 Polydactyly: extra fingers, extra digit, extra digits
HP:0010729 Cherry red spot of the macula: cherry red spot
HP:0010862 Delayed fine motor development: fine motor delay
HP:0010880 Increased nuchal translucency: increased nt, thick nt, raised nt, enlarged nt, nt increased
HP:0011003 High myopia: severe myopia
HP:0011147 Typical absence seizure: absence seizures, absences, petit mal, absence seizure
HP:0011675 Arrhythmia: irregular heartbeat
HP:0011968 Feeding difficulties: poor feeding, feeding problems, feeding difficulty, difficulty feeding, feeding issues, poor feeder
HP:0012125 Prostate cancer: prostate ca
HP:0012448 Delayed myelination: myelination delay
HP:0012469 Infantile spasms: infantile spasm
HP:0012622 Chronic kidney disease: ckd, esrd
HP:0025318 Ovarian carcinoma: ovarian cancer, ovarian ca
HP:0025336 Delayed ability to sit: sat late, late sitting
HP:0031936 Delayed ability to walk: late walker, walked late, late walking
HP:0032988 Persistent head lag: headlag
HP:0034323 Reduced circulating growth hormone concentration: gh deficiency, ghd
HP:0100716 Self-injurious behavior: self injury, self harming, hand biting
`

/** What the words of each line are, by the words as compared (words.ts), in order. */
const meanings = new Map<string, string>()
for (const line of CLINIC_WORDS.trim().split('\n')) {
  const [, id = '', phrases = ''] = /^(HP:\d{7}) [^:]+: (.+)$/.exec(line) ?? []
  for (const phrase of phrases.split(', ')) meanings.set(wordsOf(phrase).join(' '), id)
}

function wordsOf(phrase: string): string[] {
  return tokensOf(phrase).map(({ word }) => word)
}

/** The identifier of the term that clinics mean by these words (as compared), in this order; null if none. */
export function meaningOf(words: readonly string[]): string | null {
  return meanings.get(words.join(' ')) ?? null
}

/** All of the phrases, as compared, with their terms. */
export function clinicPhrases(): ReadonlyMap<string, string> {
  return meanings
}

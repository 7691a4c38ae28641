import type { AnnotatedNote } from './annotated-note.ts'

/** Notes by which the rule was tuned (docs/phenotype-notes.md). All of these people are invented. */
export const TUNED_NOTES: readonly AnnotatedNote[] = [
  {
    number: 1,
    style: 'counselor’s prose',
    text: `Linnea is a 4-year-old girl referred for [[global developmental delay|Global developmental delay]] and [[hypotonia|Hypotonia]]. She sat at 11 months and walked at 26 months. Her first words came at age 3 ([[delayed speech|Delayed speech and language development]]). There is no history of [[seizures|-Seizure]] or [[regression|-Developmental regression]]. Her examination showed [[hypertelorism|Hypertelorism]], a [[thin upper lip|Thin upper lip vermilion]] and [[low-set ears|Low-set ears]].`,
  },
  {
    number: 3,
    style: 'telegram with plus and minus signs',
    text: `8yo F. [[ID|Intellectual disability]] (mild), [[ADHD|Attention deficit hyperactivity disorder]], [[short stature|Short stature]]. [[Seizures|-Seizure]]: none. Heart: [[VSD|Ventricular septal defect]] repaired at 6 mo. FHx neg.`,
  },
  {
    number: 5,
    style: 'family section',
    text: `Indication: [[dilated cardiomyopathy|Dilated cardiomyopathy]] diagnosed at 34. Patient has [[palpitations|Palpitations]] and one episode of [[syncope|Syncope]]. No [[muscle weakness|-Muscle weakness]].
Family history: Father died suddenly at 41, autopsy showed [[cardiomyopathy|Father: Cardiomyopathy]]. Paternal uncle with heart failure and arrhythmia. Mother has [[hypertension|Mother: Hypertension]]. No family history of deafness.`,
  },
  {
    number: 7,
    style: 'typos',
    text: `3 y/o girl w/ [[developmental dealy|Global developmental delay]], [[hypotnia|Hypotonia]] and [[feeding dificulties|Feeding difficulties]]. Parents deny [[seziures|-Seizure]]. [[Strabismus|Strabismus]] noted by opthalmology.`,
  },
  {
    number: 9,
    style: 'plan and risk',
    text: `17 yo with [[café-au-lait spots|Cafe-au-lait spot]], [[axillary freckling|Axillary freckling]] and [[Lisch nodules|Lisch nodules]]. Plan: annual eye exam to screen for optic glioma, blood pressure at each visit because of the risk of hypertension. Will monitor for scoliosis. Discussed that some people with NF1 have learning disability; his school performance is good.`,
  },
  {
    number: 11,
    style: 'prenatal twins',
    prenatal: true,
    text: `Dichorionic twins, 19+2 wk. Twin A: [[omphalocele|A: Omphalocele]] and [[single umbilical artery|A: Single umbilical artery]]. Twin B: anatomy normal, no [[omphalocele|B: -Omphalocele]]. Mother 38 yo, no significant history.`,
  },
  {
    number: 13,
    style: 'NICU',
    text: `DOL 6 term infant, [[seizures|Seizure]] from day 2, [[lactic acidosis|Lactic acidosis]], [[hyperammonemia|Hyperammonemia]], [[poor suck|Poor suck]]. [[Cleft palate|-Cleft palate]] absent. Without [[hepatomegaly|-Hepatomegaly]]. [[Echo unremarkable|-Abnormal heart morphology]]. Intubated for [[apnea|Apnea]].`,
  },
  {
    number: 15,
    style: 'adult cancer',
    text: `44 yo woman, [[breast cancer|Breast carcinoma]] (ER+, left) dx at 43. No personal history of [[ovarian cancer|-Ovarian carcinoma]]. Mother with [[breast cancer|Mother: Breast carcinoma]] at 61; maternal aunt ovarian cancer at 50; paternal grandfather prostate cancer, 80s. Ashkenazi Jewish ancestry on maternal side.`,
  },
  {
    number: 17,
    style: 'cardiac adult',
    text: `52M. [[HCM|Hypertrophic cardiomyopathy]] on echo (septum 19 mm), [[syncope|Syncope]] x2, [[atrial fibrillation|Atrial fibrillation]]. Nl CK. No [[angiokeratomas|-Angiokeratoma]], [[neuropathy|-Peripheral neuropathy]], or [[proteinuria|-Proteinuria]]. Son, 20, screened and unaffected.`,
  },
  {
    number: 19,
    style: 'neuromuscular',
    text: `6 y boy, [[calf pseudohypertrophy|Calf muscle pseudohypertrophy]], [[Gowers sign|Gowers sign]] positive, [[elevated CK|Elevated circulating creatine kinase concentration]] (12,400), [[proximal weakness|Proximal muscle weakness]]. No [[cardiomyopathy|-Cardiomyopathy]] so far. Mother has [[elevated CK|Mother: Elevated circulating creatine kinase concentration]] and [[muscle cramps|Mother: Muscle spasm]].`,
  },
  {
    number: 21,
    style: 'informants',
    text: `Mother reports that he has had [[staring spells|Generalized non-motor (absence) seizure]] since age 5. Father states he [[snores|Snoring]]. Per mom, no [[constipation|-Constipation]]. Teacher is worried about [[hyperactivity|Hyperactivity]]. Mother denies [[aggression|-Aggressive behavior]].`,
  },
  {
    number: 23,
    style: 'connective tissue',
    text: `15 yo tall girl: [[arachnodactyly|Arachnodactyly]], [[pectus excavatum|Pectus excavatum]], [[scoliosis|Scoliosis]], [[myopia|Myopia]]. Slit lamp: no [[ectopia lentis|-Ectopia lentis]]. Echo: [[dilated aortic root|Aortic root aneurysm]] (z 2.9), [[MVP|Mitral valve prolapse]]. Rule out Marfan vs Loeys-Dietz. Uvula is normal. Paternal grandmother had aortic dissection.`,
  },
  {
    number: 25,
    style: 'metabolic',
    text: `18 mo with [[failure to thrive|Failure to thrive]], recurrent [[vomiting|Vomiting]], [[hypoglycemia|Hypoglycemia]] x3 and [[hepatosplenomegaly|Hepatosplenomegaly]]. Ammonia and lactate normal. Older sister died at 8 mo with [[hepatomegaly|Sibling: Hepatomegaly]]. Parents are first cousins. Counseled on the signs of hypoglycemia.`,
  },
  {
    number: 27,
    style: 'hearing',
    text: `Referred from ENT. Bilateral [[SNHL|Sensorineural hearing impairment]], profound, passed no newborn screen. [[Preauricular pit|Preauricular pit]] on the right. [[Renal ultrasound normal|-Abnormal renal morphology]]. No [[goiter|-Goiter]], no [[syncope|-Syncope]]. Mother has a [[white forelock|Mother: White forelock]]; her [[hearing is normal|Mother: -Hearing impairment]]. Deaf maternal cousin.`,
  },
  {
    number: 29,
    style: 'cysts',
    text: `41 y, [[polycystic kidneys|Polycystic kidney dysplasia]] found incidentally; [[hypertension|Hypertension]] since 30; [[liver cysts|Hepatic cysts]]. Father had [[ESRD|Father: Chronic kidney disease]] and an [[aneurysm|Father: Vascular dilatation]]. Risk of intracranial aneurysm discussed. Denies [[flank pain|-Flank pain]] and [[gross hematuria|-Macroscopic hematuria]].`,
  },
  {
    number: 31,
    style: 'epilepsy uncertain',
    text: `9 yo F w [[GTCS|Bilateral tonic-clonic seizure]] x 3. ?[[absence seizures|?Typical absence seizure]]. [[Intellectual disability|-Intellectual disability]] has been ruled out by testing. Cannot exclude [[autism|?Autism]]. Brain MRI: possible [[focal cortical dysplasia|?Focal cortical dysplasia]]. Sibling with [[febrile seizures|Sibling: Febrile seizure (within the age range of 3 months to 6 years)]].`,
  },
  {
    number: 33,
    style: 'endocrine',
    text: `16 yo phenotypic female, [[primary amenorrhea|Primary amenorrhea]], [[short stature|Short stature]], [[webbed neck|Webbed neck]]. Echo: [[coarctation of the aorta|Coarctation of aorta]], [[bicuspid aortic valve|Bicuspid aortic valve]]. [[Horseshoe kidney|Horseshoe kidney]]. [[Normal intelligence|-Intellectual disability]]. Mother's periods started at 12. No [[lymphedema|-Lymphedema]] now.`,
  },
  {
    number: 35,
    style: 'abbreviations in lower case',
    text: `7m old m. ftt, [[ftt|Failure to thrive]]; [[gerd|Gastroesophageal reflux]], [[asd|Atrial septal defect]] and [[vsd|Ventricular septal defect]] on echo. no [[sz|-Seizure]]. [[dysmorphic|Abnormal facial shape]]: [[epicanthal folds|Epicanthus]], [[flat nasal bridge|Depressed nasal bridge]]. dad w [[vsd|Father: Ventricular septal defect]] closed spont.`,
  },
  {
    number: 37,
    style: 'relatives in the same sentence',
    text: `She has [[cleft lip and palate|Cleft lip; Cleft palate]], unlike her father, who only had a [[bifid uvula|Father: Bifid uvula]]; her brother has [[cleft lip|Sibling: Cleft lip]]. Her [[hearing loss|Hearing impairment]] is conductive and mild.`,
  },
  {
    number: 39,
    style: 'mother and child order',
    text: `Lucía is the mother of an affected boy. She has [[mild intellectual disability|Mild intellectual disability]] and no [[dysmorphism|-Abnormal facial shape]]. Her son has [[seizures|Child: Seizure]] and [[hypotonia|Child: Hypotonia]]. Her husband is healthy. She had two miscarriages.`,
  },
  {
    number: 41,
    style: 'dermatology',
    text: `3 yo girl. Linear [[blisters|Abnormal blistering of the skin]] in the newborn period, now whorled [[hyperpigmentation|Hyperpigmentation of the skin]] along Blaschko lines. [[Hypodontia|Hypodontia]], [[conical teeth|Conical tooth]]. [[Alopecia|Alopecia]] at vertex. [[Retina normal|-Abnormal retinal morphology]]. [[Seizures|-Seizure]] have not occurred. Her mother has [[hypodontia|Mother: Hypodontia]].`,
  },
  {
    number: 43,
    style: 'long negative list',
    text: `Negative for [[fever|-Fever]], [[rash|-Skin rash]], [[arthritis|-Arthritis]], [[diarrhea|-Diarrhea]], [[oral ulcers|-Oral ulcer]]. Positive for [[recurrent infections|Recurrent infections]] ([[pneumonia|Pneumonia]] x4, [[otitis media|Otitis media]]), [[thrombocytopenia|Thrombocytopenia]] and [[eczema|Eczematoid dermatitis]]. Brother died of infection at 11 mo.`,
  },
  {
    number: 45,
    style: 'prenatal hydrops',
    prenatal: true,
    text: `Non-immune [[hydrops|Hydrops fetalis]] with [[cystic hygroma|Cystic hygroma]], [[pleural effusion|Pleural effusion]] and [[ascites|Fetal ascites]]. MCA dopplers normal, anemia unlikely. Mother denies [[fever|Mother: -Fever]] or [[rash|Mother: -Skin rash]]. Stomach and bladder seen. Parvovirus negative.`,
  },
  {
    number: 47,
    style: 'pregnancy loss',
    prenatal: true,
    text: `Loss at 20w. Autopsy: [[anencephaly|Anencephaly]], [[spina bifida|Spina bifida]] and [[bilateral renal agenesis|Bilateral renal agenesis]]. [[Cleft lip|?Cleft lip]] questionable because of maceration. No [[limb anomalies|-Abnormality of limbs]]. Mother takes valproate for [[epilepsy|Mother: Seizure]].`,
  },
  {
    number: 49,
    style: 'lipids',
    text: `34 yo man with [[hypercholesterolemia|Hypercholesterolemia]] (LDL 310) and [[tendon xanthomas|Tendon xanthomatosis]]. No [[corneal arcus|-Corneal arcus]], no [[chest pain|-Chest pain]]. Father: [[MI|Father: Myocardial infarction]] at 42. Kids not tested. Statin started for prevention of stroke.`,
  },
]

import type { FamilyDocument } from '#domain/family/document.ts'
import { died, man, told, woman } from './told.ts'

/** A family of the demo: invented people, a plausible history. */
interface FamilyStory {
  name: string
  document: FamilyDocument
}

const CF = 'CFTR c.1521_1523del'

/** Recessive: two of five children of first cousins; the shared grandparents are obligate carriers. */
const cousins = told(
  {
    gf: man('Anselm', { lastName: 'Varga', born: '1921', ...died('1993', 'heart failure') }),
    gm: woman('Ottilie', { lastName: 'Varga', born: '1926', ...died('2009', 'stroke') }),
    son: man('Bertold', { lastName: 'Varga', born: '1949', of: ['gf', 'gm'] }),
    sonswife: woman('Rosa', { lastName: 'Varga', born: '1951' }),
    daughter: woman('Elvira', { lastName: 'Halloran', born: '1953', of: ['gf', 'gm'] }),
    husband: man('Declan', { lastName: 'Halloran', born: '1950', ...died('2018', 'accident') }),
    father: man('Milan', {
      lastName: 'Varga',
      born: '1981-03-02',
      of: ['son', 'sonswife'],
      tested: [[CF, 'positive', '2026-09-14']],
    }),
    uncle: man('Tibor', { lastName: 'Varga', born: '1984', of: ['son', 'sonswife'] }),
    mother: woman('Sorcha', {
      lastName: 'Halloran',
      born: '1984-11-20',
      of: ['husband', 'daughter'],
      tested: [[CF, 'positive', '2026-09-14']],
    }),
    aunt: woman('Maeve', {
      lastName: 'Halloran',
      born: '1988',
      of: ['husband', 'daughter'],
      childlessness: { kind: 'choice', reason: '' },
    }),
    first: woman('Ilka', { lastName: 'Varga', born: '2008-02-11', of: ['father', 'mother'] }),
    second: man('Roan', {
      lastName: 'Varga',
      born: '2011-06-30',
      of: ['father', 'mother'],
      ill: [['cf', '2']],
      isProband: true,
      tested: [[CF, 'positive', '2026-08-02']],
    }),
    third: woman('Nessa', {
      lastName: 'Varga',
      born: '2014-09-05',
      of: ['father', 'mother'],
      ill: [['cf', 'birth']],
    }),
    fourth: man('Iven', {
      lastName: 'Varga',
      born: '2017-12-24',
      of: ['father', 'mother'],
      mayContact: 'yes',
    }),
    fifth: {
      gender: '',
      of: ['father', 'mother'],
      pregnancy: { state: 'ongoing', weeks: 14, dueDate: '2027-05-21' },
    },
  },
  {
    legend: [{ key: 'cf', name: 'Cystic fibrosis', code: 'E84.9' }],
    couples: [{ partners: ['father', 'mother'], isMarriage: true, relatedAs: 'first cousins' }],
    ...{ informant: 'Sorcha Halloran, mother of the proband', takenOn: '2026-08-02' },
    ancestry: { maternal: 'Irish and Hungarian', paternal: 'Hungarian' },
  },
)

const DMD = 'DMD deletion of exons 45 to 50'

/** X-linked: an obligate carrier, her brother and two of her grandsons; a daughter to be tested. */
const boys = told(
  {
    gf: man('Lowell', { lastName: 'Pemberton', born: '1934', ...died('2011', 'stroke') }),
    gm: woman('Hester', { lastName: 'Pemberton', born: '1938' }),
    brother: man('Wendell', {
      lastName: 'Pemberton',
      born: '1959',
      of: ['gf', 'gm'],
      ill: [['dmd', '5']],
      ...died('1980', 'respiratory failure'),
    }),
    sister: woman('Imogen', { lastName: 'Castellane', born: '1962', of: ['gf', 'gm'] }),
    inlaw: man('Ruben', { lastName: 'Castellane', born: '1960' }),
    free: man('Alaric', { lastName: 'Pemberton', born: '1966', of: ['gf', 'gm'] }),
    mother: woman('Dorothea', {
      lastName: 'Castellane',
      born: '1988-07-19',
      of: ['inlaw', 'sister'],
      isConsultand: true,
      tested: [[DMD, 'positive', '2026-06-11']],
    }),
    aunt: woman('Florence', {
      lastName: 'Castellane',
      born: '1991-01-03',
      of: ['inlaw', 'sister'],
      mayContact: 'yes',
    }),
    auntson: man('Piers', { lastName: 'Winslade', born: '2019', of: ['auntpartner', 'aunt'] }),
    auntpartner: man('Gareth', { lastName: 'Winslade', born: '1989' }),
    father: man('Neville', { lastName: 'Ashdown', born: '1986' }),
    proband: man('Silas', {
      lastName: 'Ashdown',
      born: '2017-04-08',
      of: ['father', 'mother'],
      ill: [['dmd', '4']],
      isProband: true,
      tested: [[DMD, 'positive', '2026-05-02']],
    }),
    sibling: woman('Beatrix', { lastName: 'Ashdown', born: '2020-10-01', of: ['father', 'mother'] }),
    baby: man('Caspian', { lastName: 'Ashdown', born: '2024-03-27', of: ['father', 'mother'] }),
  },
  {
    legend: [{ key: 'dmd', name: 'Duchenne muscular dystrophy', code: 'G71.01' }],
    ...{ informant: 'Dorothea Castellane, mother', takenOn: '2026-05-02' },
    ancestry: { maternal: 'English', paternal: 'English' },
  },
)

export const BRCA2 = 'BRCA2 c.5946del'

/** A BRCA2 cascade half done: some told, some tested in two clinics, some never reached. */
const cascade = told(
  {
    gf: man('Ephraim', {
      lastName: 'Rosenthal',
      born: '1928',
      ...died('2001', 'prostate cancer'),
      ill: [['pro', '70']],
    }),
    gm: woman('Miriam', { lastName: 'Rosenthal', born: '1931', ...died('2016', 'heart failure') }),
    aunt: woman('Judith', {
      lastName: 'Aldous',
      born: '1954-02-09',
      of: ['gf', 'gm'],
      ill: [['bc', '49']],
      ...died('2006', 'breast cancer'),
    }),
    auntsman: man('Conrad', { lastName: 'Aldous', born: '1951' }),
    father: man('Benedict', {
      lastName: 'Rosenthal',
      born: '1957-08-30',
      of: ['gf', 'gm'],
      tested: [[BRCA2, 'positive', '2026-09-21']],
    }),
    mother: woman('Philippa', {
      lastName: 'Rosenthal',
      born: '1959',
      tested: [[BRCA2, 'negative', '2026-09-21']],
    }),
    uncle: man('Leander', { lastName: 'Rosenthal', born: '1962-12-12', of: ['gf', 'gm'], mayContact: 'no' }),
    unclewife: woman('Clemency', { lastName: 'Rosenthal', born: '1965' }),
    proband: woman('Tabitha', {
      lastName: 'Rosenthal',
      born: '1984-05-26',
      of: ['father', 'mother'],
      ill: [['bc', '41']],
      isProband: true,
      tested: [[BRCA2, 'positive', '2026-08-17']],
    }),
    partner: man('Oskar', { lastName: 'Lindqvist', born: '1983' }),
    sister: woman('Naomi', {
      lastName: 'Rosenthal',
      born: '1987-09-13',
      of: ['father', 'mother'],
      mayContact: 'yes',
      tested: [[BRCA2, 'negative', '2026-10-05']],
    }),
    brother: man('Jasper', {
      lastName: 'Rosenthal',
      born: '1990-04-04',
      of: ['father', 'mother'],
      mayContact: 'yes',
    }),
    cousin: woman('Lavinia', {
      lastName: 'Aldous',
      born: '1982-06-18',
      of: ['auntsman', 'aunt'],
      mayContact: 'yes',
    }),
    cousin2: woman('Henrietta', { lastName: 'Aldous', born: '1985-03-31', of: ['auntsman', 'aunt'] }),
    cousin3: man('Florian', { lastName: 'Rosenthal', born: '1994-10-10', of: ['uncle', 'unclewife'] }),
    cousin4: woman('Seraphina', { lastName: 'Rosenthal', born: '1998-01-22', of: ['uncle', 'unclewife'] }),
    daughter: woman('Junia', { lastName: 'Lindqvist', born: '2013-11-02', of: ['partner', 'proband'] }),
    son: man('Elias', { lastName: 'Lindqvist', born: '2016-07-07', of: ['partner', 'proband'] }),
  },
  {
    legend: [
      { key: 'bc', name: 'Breast cancer', code: 'C50.9' },
      { key: 'pro', name: 'Prostate cancer', code: 'C61' },
    ],
    ...{ informant: 'Tabitha Rosenthal', takenOn: '2026-08-17' },
    ancestry: { maternal: 'English', paternal: 'Ashkenazi Jewish' },
  },
)

/** Two mothers, a sperm donor, an egg of one carried by the other, a gestational carrier, an adopted son. */
const donors = told(
  {
    ada: woman('Corinne', { of: ['elderman', 'elder'], lastName: 'Delacroix', born: '1985-02-14' }),
    bea: woman('Yvaine', { lastName: 'Thorngate', born: '1987-06-21' }),
    donor: man('', { notes: 'Donor 1182, carrier screening was negative' }),
    surrogate: woman('Petra', { lastName: 'Novak', born: '1990' }),
    elder: woman('Marguerite', { lastName: 'Delacroix', born: '1956', ill: [['mar', '30']] }),
    elderman: man('Auguste', {
      lastName: 'Delacroix',
      born: '1954',
      ...died('1999', 'aortic dissection'),
      ill: [['mar', '45']],
    }),
    child: man('Lucien', {
      lastName: 'Delacroix-Thorngate',
      born: '2019-08-15',
      of: ['ada', 'bea'],
      eggFrom: 'ada',
      spermFrom: 'donor',
      carriedBy: 'bea',
      isProband: true,
      ill: [['mar', '6']],
    }),
    second: woman('Odile', {
      lastName: 'Delacroix-Thorngate',
      born: '2022-01-30',
      of: ['ada', 'bea'],
      eggFrom: 'bea',
      spermFrom: 'donor',
      carriedBy: 'surrogate',
    }),
    adopted: man('Matteo', {
      lastName: 'Delacroix-Thorngate',
      born: '2014-04-12',
      hasUnknownParents: true,
      adoptedBy: ['ada', 'bea'],
    }),
  },
  {
    legend: [{ key: 'mar', name: 'Marfan syndrome', code: 'Q87.40' }],
    couples: [{ partners: ['ada', 'bea'], isMarriage: true }],
    ...{ informant: 'Corinne Delacroix', takenOn: '2026-03-09' },
  },
)

const SCN = 'SCN1A c.2134C>T'

/** Twins of both kinds, and a new variant in one identical pair. */
const twins = told(
  {
    gf: man('Horatio', { lastName: 'Quimby', born: '1950' }),
    gm: woman('Winifred', { lastName: 'Quimby', born: '1952' }),
    father: man('Barnaby', {
      lastName: 'Quimby',
      born: '1980-05-05',
      of: ['gf', 'gm'],
      twins: { group: 'elder', kind: 'fraternal' },
      tested: [[SCN, 'negative', '2026-07-01']],
    }),
    aunt: woman('Rosalind', {
      lastName: 'Quimby',
      born: '1980-05-05',
      of: ['gf', 'gm'],
      twins: { group: 'elder', kind: 'fraternal' },
    }),
    mother: woman('Calliope', {
      lastName: 'Marsh',
      born: '1983-10-16',
      tested: [[SCN, 'negative', '2026-07-01']],
    }),
    one: woman('Thea', {
      lastName: 'Quimby',
      born: '2018-03-03',
      of: ['father', 'mother'],
      twins: { group: 'girls', kind: 'identical' },
      sexAtBirth: 'Female',
      ill: [['dravet', '6 months']],
      isProband: true,
      tested: [[SCN, 'positive', '2026-06-20']],
    }),
    other: woman('Dione', {
      lastName: 'Quimby',
      born: '2018-03-03',
      of: ['father', 'mother'],
      twins: { group: 'girls', kind: 'identical' },
      sexAtBirth: 'Female',
      ill: [['dravet', '7 months']],
    }),
    brother: man('Linus', { lastName: 'Quimby', born: '2021-09-29', of: ['father', 'mother'] }),
  },
  {
    legend: [{ key: 'dravet', name: 'Dravet syndrome', code: 'G40.834' }],
    ...{ informant: 'Calliope Marsh and Barnaby Quimby', takenOn: '2026-06-20' },
  },
)

/** Losses over three generations, a balanced translocation, and a pregnancy now. */
const losses = told(
  {
    gf: man('Cornelius', { lastName: 'Vandermeer', born: '1947', karyotype: '46,XY,t(4;8)(p16;p23)' }),
    gm: woman('Leopoldine', { lastName: 'Vandermeer', born: '1950' }),
    loss1: { gender: '', of: ['gf', 'gm'], pregnancy: { state: 'miscarriage', weeks: 9, dueDate: '' } },
    loss2: {
      gender: 'man',
      of: ['gf', 'gm'],
      pregnancy: { state: 'stillbirth', weeks: 34, dueDate: '' },
      life: 'dead',
    },
    mother: woman('Annelies', {
      lastName: 'Vandermeer',
      born: '1975-06-06',
      of: ['gf', 'gm'],
      karyotype: '46,XX,t(4;8)(p16;p23)',
    }),
    uncle: man('Ruud', {
      lastName: 'Vandermeer',
      born: '1979',
      of: ['gf', 'gm'],
      childlessness: { kind: 'infertile', reason: 'azoospermia' },
    }),
    father: man('Casimir', { lastName: 'Holt', born: '1972' }),
    loss3: {
      gender: '',
      of: ['father', 'mother'],
      pregnancy: { state: 'miscarriage', weeks: 8, dueDate: '' },
    },
    proband: woman('Liesbeth', {
      lastName: 'Holt',
      born: '2000-12-01',
      of: ['father', 'mother'],
      isProband: true,
    }),
    loss4: { gender: '', of: ['father', 'mother'], pregnancy: { state: 'ectopic', weeks: 6, dueDate: '' } },
    partner: man('Ansgar', { lastName: 'Feld', born: '1998' }),
    loss5: {
      gender: '',
      of: ['partner', 'proband'],
      pregnancy: { state: 'miscarriage', weeks: 10, dueDate: '' },
    },
    loss6: {
      gender: '',
      of: ['partner', 'proband'],
      pregnancy: { state: 'termination', weeks: 21, dueDate: '' },
      ill: [['whs', '']],
    },
    now: {
      gender: '',
      of: ['partner', 'proband'],
      pregnancy: { state: 'ongoing', weeks: 11, dueDate: '2027-06-14' },
    },
  },
  {
    legend: [{ key: 'whs', name: 'Wolf-Hirschhorn syndrome', code: 'Q93.3' }],
    ...{ informant: 'Liesbeth Holt', takenOn: '2026-11-09' },
  },
)

export const FAMILY_STORIES: readonly FamilyStory[] = [
  { name: 'Varga and Halloran', document: cousins },
  { name: 'Ashdown', document: boys },
  { name: 'Rosenthal', document: cascade },
  { name: 'Delacroix-Thorngate', document: donors },
  { name: 'Quimby', document: twins },
  { name: 'Holt', document: losses },
]

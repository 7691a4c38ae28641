import type { LetterWords } from '../words.ts'

export const ht: LetterWords = {
  title: 'Yon lèt sou yon chanjman nan yon jèn nan fanmi ou',
  greeting: 'Bonjou,',
  greetingTo: 'Bonjou {name},',
  found: 'Yo jwenn yon chanjman nan yon jèn kay yon moun ki gen menm san avèk ou.',
  foundIn: 'Yo jwenn yon chanjman nan yon jèn kay yon moun ki gen menm san avèk ou: {who}.',
  illness: 'Yon maladi nan fanmi an ki ka vini avèk li: {illness}.',
  mayHave:
    'Ou ka gen menm chanjman an, ou ka pa genyen l tou. Se pa fòt pèsonn. Se sèlman yon tès ki ka di sa.',
  mayHaveOfTwo:
    'Gen de chanjman. Ou ka gen youn ladan yo, toulede, oswa okenn. Se pa fòt pèsonn. Se sèlman yon tès ki ka di sa.',
  meaning: {
    'autosomal dominant':
      'Tès la chèche sèl chanjman sa a nan san oswa nan saliv. Si ou genyen l, petèt gen mwayen pou jwenn yon maladi bonè oswa pou evite l. Si ou pa genyen l, ou pa pase l bay pitit ou.',
    'x-linked':
      'Tès la chèche sèl chanjman sa a nan san oswa nan saliv. Fanm ki genyen l souvan gen yon maladi ki pi lejè oswa yo pa malad, men yo ka pase l bay pitit yo. Si ou genyen l, petèt gen mwayen pou jwenn yon maladi bonè oswa pou evite l. Si ou pa genyen l, ou pa pase l bay pitit ou.',
    'autosomal recessive':
      'Tès la chèche sèl chanjman sa a nan san oswa nan saliv. Yon sèl kopi anjeneral pa bay maladi. Li gen enpòtans pou pitit ou si patnè ou gen yon chanjman nan menm jèn nan. De kopi ka bay maladi, e petèt gen mwayen pou jwenn li bonè. Si ou pa gen chanjman sa a, ou pa pase l bay pitit ou.',
    'recessive of two':
      'Tès la chèche de chanjman sa yo sèlman nan san oswa nan saliv. Youn ladan yo anjeneral pa bay maladi. Li gen enpòtans pou pitit ou si patnè ou gen yon chanjman nan menm jèn nan. Toulede ansanm ka bay maladi, e petèt gen mwayen pou jwenn li bonè. Si ou pa gen okenn ladan yo, ou pa pase yo bay pitit ou.',
    mitochondrial:
      'Kalite chanjman sa a soti nan manman, li pase bay tout pitit li. Papa pa pase l. Tès la chèche sèl chanjman sa a. Kantite a pa menm kay chak moun, e yon sèl tès san ka pa jwenn li. Si ou genyen l, petèt gen mwayen pou jwenn yon maladi bonè. Si tès la pa jwenn li, mande si yo bezwen yon lòt echantiyon.',
  },
  choice: 'Se ou ki deside. Ou pa oblije fè tès la, ni pale sou sa ak pèsonn. Ou ka deside pita tou.',
  ask: 'Mande doktè ou oswa yon konseye jenetik. Pote lèt sa a. Ou ka mande klinik ki ekri l la tou: {clinic}.',
  gene: 'Jèn',
  variant: 'Chanjman',
  variantClass: 'Jan laboratwa a jije l',
  laboratory: 'Laboratwa',
  pathogenic: 'Li bay maladi (patojèn)',
  likelyPathogenic: 'Li gen anpil chans bay maladi (pwobableman patojèn)',
  codeTitle: 'Kòd ou',
  code: 'Nenpòt klinik ki mande tès nan {lab} ka antre kòd sa a. Li montre chanjman an, li pa montre anyen sou fanmi ou. Li sèvi yon sèl fwa, jiska {date}.',
  free: 'Si yo mande tès la jiska {date}, li ka gratis. Mande anvan.',
  relatives: {
    ...{ mother: 'manman ou', father: 'papa ou', parent: 'manman ou oswa papa ou' },
    ...{ sister: 'sè ou', brother: 'frè ou', sibling: 'frè ou oswa sè ou' },
    ...{ daughter: 'pitit fi ou', son: 'pitit gason ou', child: 'pitit ou' },
    ...{ grandmother: 'grann ou', grandfather: 'granpapa ou', grandchild: 'pitit pitit ou' },
    ...{ aunt: 'matant ou', uncle: 'tonton ou', niece: 'nyès ou', nephew: 'neve ou' },
    ...{ cousin: 'kouzen oswa kouzin ou', relative: 'yon moun nan fanmi ou' },
  },
}

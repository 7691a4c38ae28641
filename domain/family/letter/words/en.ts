import type { LetterWords } from '../words.ts'

export const en: LetterWords = {
  title: 'A letter about a gene change in your family',
  greeting: 'Hello,',
  greetingTo: 'Hello {name},',
  found: 'A change in a gene was found in a blood relative of yours.',
  foundIn: 'A change in a gene was found in a blood relative of yours: {who}.',
  illness: 'An illness in the family that can come with it: {illness}.',
  mayHave: 'You may have the same change, or you may not. It is nobody’s fault. Only a test can tell.',
  mayHaveOfTwo:
    'There are two changes. You may have one of them, both, or neither. It is nobody’s fault. Only a test can tell.',
  meaning: {
    'autosomal dominant':
      'The test looks for this one change in blood or saliva. If you have it, there may be ways to find an illness early or to prevent it. If you do not have it, you did not pass it on.',
    'x-linked':
      'The test looks for this one change in blood or saliva. Women who have it often have a milder illness or none, and can still pass it on. If you have it, there may be ways to find an illness early or to prevent it. If you do not have it, you did not pass it on.',
    'autosomal recessive':
      'The test looks for this one change in blood or saliva. One copy usually causes no illness. It matters for your children if your partner carries a change in the same gene. Two copies can cause illness, and there may be ways to find it early. If you do not have the change, you did not pass it on.',
    'recessive of two':
      'The test looks for these two changes in blood or saliva. One of them usually causes no illness. It matters for your children if your partner carries a change in the same gene. Both together can cause illness, and there may be ways to find it early. If you have neither, you did not pass them on.',
    mitochondrial:
      'This kind of change passes from a mother to all her children. A father does not pass it on. The test looks for this one change. How much of it each person has differs, and one blood test may miss it. If you have it, there may be ways to find an illness early. If the test does not find it, ask whether another sample is needed.',
  },
  choice:
    'You decide. You do not have to be tested, and you do not have to tell anybody. You can also decide later.',
  ask: 'Ask your own doctor or a genetic counselor. Bring this letter. You can also ask the clinic that wrote it: {clinic}.',
  gene: 'Gene',
  variant: 'Change',
  variantClass: 'How the laboratory rates it',
  laboratory: 'Laboratory',
  pathogenic: 'Causes illness (pathogenic)',
  likelyPathogenic: 'Most likely causes illness (likely pathogenic)',
  codeTitle: 'Your code',
  code: 'Any clinic that orders from {lab} can enter this code. It shows the change, and nothing about your family. It works once, until {date}.',
  free: 'Ordered by {date}, the test can be free of charge. Ask before you order.',
  relatives: {
    ...{ mother: 'your mother', father: 'your father', parent: 'your parent' },
    ...{ sister: 'your sister', brother: 'your brother', sibling: 'your sibling' },
    ...{ daughter: 'your daughter', son: 'your son', child: 'your child' },
    ...{ grandmother: 'your grandmother', grandfather: 'your grandfather', grandchild: 'your grandchild' },
    ...{ aunt: 'your aunt', uncle: 'your uncle', niece: 'your niece', nephew: 'your nephew' },
    ...{ cousin: 'your cousin', relative: 'a relative' },
  },
}

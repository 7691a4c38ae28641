import type { LetterWords } from '../words.ts'

export const fr: LetterWords = {
  title: 'Une lettre au sujet d’un changement génétique dans votre famille',
  greeting: 'Bonjour,',
  greetingTo: 'Bonjour {name},',
  found: 'Un changement dans un gène a été trouvé chez une personne de votre famille, parente par le sang.',
  foundIn:
    'Un changement dans un gène a été trouvé chez une personne de votre famille, parente par le sang : {who}.',
  illness: 'Une maladie de la famille qui peut y être liée : {illness}.',
  mayHave:
    'Vous avez peut-être le même changement, ou peut-être pas. Ce n’est la faute de personne. Seul un test peut le dire.',
  mayHaveOfTwo:
    'Il y a deux changements. Vous avez peut-être l’un des deux, les deux ou aucun. Ce n’est la faute de personne. Seul un test peut le dire.',
  meaning: {
    'autosomal dominant':
      'Le test cherche ce seul changement dans le sang ou la salive. Si vous l’avez, il existe peut-être des moyens de trouver une maladie tôt ou de l’éviter. Si vous ne l’avez pas, vous ne l’avez pas transmis.',
    'x-linked':
      'Le test cherche ce seul changement dans le sang ou la salive. Les femmes qui l’ont ont souvent une maladie plus légère, ou aucune, mais peuvent le transmettre. Si vous l’avez, il existe peut-être des moyens de trouver une maladie tôt ou de l’éviter. Si vous ne l’avez pas, vous ne l’avez pas transmis.',
    'autosomal recessive':
      'Le test cherche ce seul changement dans le sang ou la salive. Une seule copie ne cause en général aucune maladie. Elle compte pour vos enfants si votre partenaire porte un changement dans le même gène. Deux copies peuvent causer une maladie, et il existe peut-être des moyens de la trouver tôt. Si vous n’avez pas ce changement, vous ne l’avez pas transmis.',
    'recessive of two':
      'Le test cherche ces deux changements dans le sang ou la salive. Un seul ne cause en général aucune maladie. Il compte pour vos enfants si votre partenaire porte un changement dans le même gène. Les deux ensemble peuvent causer une maladie, et il existe peut-être des moyens de la trouver tôt. Si vous n’avez ni l’un ni l’autre, vous ne les avez pas transmis.',
    mitochondrial:
      'Ce type de changement passe de la mère à tous ses enfants. Le père ne le transmet pas. Le test cherche ce seul changement. La quantité varie d’une personne à l’autre, et un seul test sanguin peut ne pas le trouver. Si vous l’avez, il existe peut-être des moyens de trouver une maladie tôt. Si le test ne le trouve pas, demandez s’il faut un autre échantillon.',
  },
  choice:
    'C’est vous qui décidez. Vous n’êtes pas obligé de faire le test ni d’en parler. Vous pouvez aussi décider plus tard.',
  ask: 'Demandez à votre médecin ou à un conseiller en génétique. Apportez cette lettre. Vous pouvez aussi demander à la clinique qui l’a écrite : {clinic}.',
  gene: 'Gène',
  variant: 'Changement',
  variantClass: 'Évaluation du laboratoire',
  laboratory: 'Laboratoire',
  pathogenic: 'Cause une maladie (pathogène)',
  likelyPathogenic: 'Cause très probablement une maladie (probablement pathogène)',
  codeTitle: 'Votre code',
  code: 'Toute clinique qui commande auprès de {lab} peut saisir ce code. Il montre le changement, et rien sur votre famille. Il sert une seule fois, jusqu’au {date}.',
  free: 'Commandé jusqu’au {date}, le test peut être gratuit. Demandez avant de le commander.',
  relatives: {
    ...{ mother: 'votre mère', father: 'votre père', parent: 'votre mère ou père' },
    ...{ sister: 'votre sœur', brother: 'votre frère', sibling: 'votre sœur ou frère' },
    ...{ daughter: 'votre fille', son: 'votre fils', child: 'votre enfant' },
    ...{ grandmother: 'votre grand-mère', grandfather: 'votre grand-père', grandchild: 'votre petit-enfant' },
    ...{ aunt: 'votre tante', uncle: 'votre oncle', niece: 'votre nièce', nephew: 'votre neveu' },
    ...{ cousin: 'votre cousine ou cousin', relative: 'une personne de la famille' },
  },
}

import type { LetterWords } from '../words.ts'

export const zhHans: LetterWords = {
  title: '关于您家族中一个基因变化的信',
  greeting: '您好：',
  greetingTo: '{name}，您好：',
  found: '在您的一位血亲身上发现了一个基因变化。',
  foundIn: '在您的一位血亲身上发现了一个基因变化：{who}。',
  illness: '家族中可能与它有关的疾病：{illness}。',
  mayHave: '您可能也有同样的变化，也可能没有。这不是任何人的错。只有做检测才能知道。',
  meaning:
    '检测只在血液或唾液中寻找这一个变化。如果您有，也许有办法及早发现疾病或预防疾病。如果您没有，就没有把它传给子女。',
  choice: '由您决定。您不必做检测，也不必告诉任何人。您也可以以后再决定。',
  ask: '请询问您的医生或遗传咨询师，并带上这封信。您也可以询问写这封信的诊所：{clinic}。',
  gene: '基因',
  variant: '变化',
  variantClass: '实验室的评定',
  laboratory: '实验室',
  pathogenic: '会导致疾病（致病）',
  likelyPathogenic: '很可能导致疾病（可能致病）',
  codeTitle: '您的代码',
  code: '任何向 {lab} 订购检测的诊所都可以输入此代码。它只显示这个变化，不显示您家族的任何信息。代码只能使用一次，有效期至 {date}。',
  free: '在 {date}（含当日）前订购，检测可能免费。请在订购前询问。',
  relatives: {
    ...{ mother: '您的母亲', father: '您的父亲', parent: '您的父亲或母亲' },
    ...{ sister: '您的姐妹', brother: '您的兄弟', sibling: '您的兄弟姐妹' },
    ...{ daughter: '您的女儿', son: '您的儿子', child: '您的孩子' },
    ...{ grandmother: '您的祖母或外祖母', grandfather: '您的祖父或外祖父', grandchild: '您的孙辈' },
    ...{ aunt: '您的姑母或姨母', uncle: '您的伯父、叔父或舅父' },
    ...{ niece: '您的侄女或外甥女', nephew: '您的侄子或外甥' },
    ...{ cousin: '您的堂亲或表亲', relative: '一位亲属' },
  },
}

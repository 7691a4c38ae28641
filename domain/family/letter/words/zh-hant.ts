import type { LetterWords } from '../words.ts'

export const zhHant: LetterWords = {
  title: '關於您家族中一個基因變化的信',
  greeting: '您好：',
  greetingTo: '{name}，您好：',
  found: '在您的一位血親身上發現了一個基因變化。',
  foundIn: '在您的一位血親身上發現了一個基因變化：{who}。',
  illness: '家族中可能與它有關的疾病：{illness}。',
  mayHave: '您可能也有同樣的變化，也可能沒有。這不是任何人的錯。只有做檢測才能知道。',
  meaning:
    '檢測只在血液或唾液中尋找這一個變化。如果您有，也許有辦法及早發現疾病或預防疾病。如果您沒有，就沒有把它傳給子女。',
  choice: '由您決定。您不必做檢測，也不必告訴任何人。您也可以以後再決定。',
  ask: '請詢問您的醫生或遺傳諮詢師，並帶上這封信。您也可以詢問寫這封信的診所：{clinic}。',
  gene: '基因',
  variant: '變化',
  variantClass: '實驗室的評定',
  laboratory: '實驗室',
  pathogenic: '會導致疾病（致病）',
  likelyPathogenic: '很可能導致疾病（可能致病）',
  codeTitle: '您的代碼',
  code: '任何向 {lab} 訂購檢測的診所都可以輸入此代碼。它只顯示這個變化，不顯示您家族的任何資訊。代碼只能使用一次，有效期至 {date}。',
  free: '在 {date}（含當日）前訂購，檢測可能免費。請在訂購前詢問。',
  relatives: {
    ...{ mother: '您的母親', father: '您的父親', parent: '您的父親或母親' },
    ...{ sister: '您的姊妹', brother: '您的兄弟', sibling: '您的兄弟姊妹' },
    ...{ daughter: '您的女兒', son: '您的兒子', child: '您的孩子' },
    ...{ grandmother: '您的祖母或外祖母', grandfather: '您的祖父或外祖父', grandchild: '您的孫輩' },
    ...{ aunt: '您的姑母或姨母', uncle: '您的伯父、叔父或舅父' },
    ...{ niece: '您的姪女或外甥女', nephew: '您的姪子或外甥' },
    ...{ cousin: '您的堂親或表親', relative: '一位親屬' },
  },
}

import type { LetterWords } from '../words.ts'

export const ko: LetterWords = {
  title: '가족의 유전자 변이에 관한 편지',
  greeting: '안녕하세요.',
  greetingTo: '{name} 님, 안녕하세요.',
  found: '귀하의 혈연 가족 한 분에게서 유전자 변이가 발견되었습니다.',
  foundIn: '귀하의 혈연 가족 한 분에게서 유전자 변이가 발견되었습니다: {who}.',
  illness: '이 변이와 관련될 수 있는 가족의 질병: {illness}.',
  mayHave:
    '귀하에게도 같은 변이가 있을 수 있고 없을 수도 있습니다. 누구의 잘못도 아닙니다. 검사를 해야만 알 수 있습니다.',
  meaning:
    '이 검사는 혈액이나 침에서 이 변이 하나만 찾습니다. 변이가 있으면 질병을 일찍 찾거나 예방할 방법이 있을 수 있습니다. 변이가 없으면 자녀에게 물려주지 않은 것입니다.',
  choice:
    '결정은 귀하가 합니다. 검사를 받지 않아도 되고, 누구에게 말하지 않아도 됩니다. 나중에 결정해도 됩니다.',
  ask: '담당 의사나 유전 상담사에게 물어보십시오. 이 편지를 가져가십시오. 편지를 쓴 병원에도 물어볼 수 있습니다: {clinic}.',
  gene: '유전자',
  variant: '변이',
  variantClass: '검사실의 평가',
  laboratory: '검사실',
  pathogenic: '질병을 일으킴(병원성)',
  likelyPathogenic: '질병을 일으킬 가능성이 매우 높음(병원성 추정)',
  codeTitle: '귀하의 코드',
  code: '{lab}에 검사를 의뢰하는 모든 병원에서 이 코드를 입력할 수 있습니다. 코드는 변이만 보여 주고 가족에 관해서는 아무것도 보여 주지 않습니다. {date}까지 한 번만 쓸 수 있습니다.',
  free: '{date}까지 의뢰하면 검사가 무료일 수 있습니다. 의뢰하기 전에 물어보십시오.',
  relatives: {
    ...{ mother: '어머니', father: '아버지', parent: '부모님 중 한 분' },
    ...{ sister: '자매', brother: '형제', sibling: '형제자매' },
    ...{ daughter: '딸', son: '아들', child: '자녀' },
    ...{ grandmother: '할머니', grandfather: '할아버지', grandchild: '손주' },
    ...{ aunt: '고모 또는 이모', uncle: '삼촌 또는 외삼촌', niece: '조카딸', nephew: '조카' },
    ...{ cousin: '사촌', relative: '친척' },
  },
}

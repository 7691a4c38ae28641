import type { LetterWords } from '../words.ts'

export const vi: LetterWords = {
  title: 'Thư về một thay đổi gen trong gia đình quý vị',
  greeting: 'Xin chào,',
  greetingTo: 'Xin chào {name},',
  found: 'Một thay đổi trong gen đã được tìm thấy ở một người thân cùng huyết thống với quý vị.',
  foundIn: 'Một thay đổi trong gen đã được tìm thấy ở một người thân cùng huyết thống với quý vị: {who}.',
  illness: 'Bệnh trong gia đình có thể đi kèm với thay đổi này: {illness}.',
  mayHave:
    'Quý vị có thể có cùng thay đổi này, hoặc không. Đây không phải là lỗi của ai. Chỉ có xét nghiệm mới cho biết.',
  mayHaveOfTwo:
    'Có hai thay đổi. Quý vị có thể có một trong hai, cả hai, hoặc không có thay đổi nào. Đây không phải là lỗi của ai. Chỉ có xét nghiệm mới cho biết.',
  meaning: {
    'autosomal dominant':
      'Xét nghiệm chỉ tìm thay đổi này trong máu hoặc nước bọt. Nếu quý vị có thay đổi này, có thể có cách phát hiện bệnh sớm hoặc phòng bệnh. Nếu không có, quý vị đã không truyền nó cho con.',
    'x-linked':
      'Xét nghiệm chỉ tìm thay đổi này trong máu hoặc nước bọt. Phụ nữ có thay đổi này thường bị bệnh nhẹ hơn hoặc không bị bệnh, nhưng vẫn có thể truyền nó cho con. Nếu quý vị có thay đổi này, có thể có cách phát hiện bệnh sớm hoặc phòng bệnh. Nếu không có, quý vị đã không truyền nó cho con.',
    'autosomal recessive':
      'Xét nghiệm chỉ tìm thay đổi này trong máu hoặc nước bọt. Một bản sao thường không gây bệnh. Điều này quan trọng đối với con của quý vị nếu bạn đời của quý vị cũng có thay đổi trong cùng gen. Hai bản sao có thể gây bệnh, và có thể có cách phát hiện bệnh sớm. Nếu không có thay đổi này, quý vị đã không truyền nó cho con.',
    'recessive of two':
      'Xét nghiệm chỉ tìm hai thay đổi này trong máu hoặc nước bọt. Chỉ một trong hai thường không gây bệnh. Điều này quan trọng đối với con của quý vị nếu bạn đời của quý vị cũng có thay đổi trong cùng gen. Cả hai cùng lúc có thể gây bệnh, và có thể có cách phát hiện bệnh sớm. Nếu không có thay đổi nào, quý vị đã không truyền chúng cho con.',
    mitochondrial:
      'Loại thay đổi này truyền từ người mẹ sang tất cả các con. Người cha không truyền nó. Xét nghiệm chỉ tìm thay đổi này. Lượng thay đổi ở mỗi người khác nhau, và một lần xét nghiệm máu có thể không tìm thấy. Nếu quý vị có thay đổi này, có thể có cách phát hiện bệnh sớm. Nếu xét nghiệm không tìm thấy, hãy hỏi xem có cần mẫu khác không.',
  },
  choice:
    'Quý vị là người quyết định. Quý vị không bắt buộc phải xét nghiệm hay nói với ai. Quý vị cũng có thể quyết định sau.',
  ask: 'Hãy hỏi bác sĩ của quý vị hoặc chuyên viên tư vấn di truyền. Hãy mang theo thư này. Quý vị cũng có thể hỏi phòng khám đã viết thư: {clinic}.',
  gene: 'Gen',
  variant: 'Thay đổi',
  variantClass: 'Đánh giá của phòng xét nghiệm',
  laboratory: 'Phòng xét nghiệm',
  pathogenic: 'Gây bệnh',
  likelyPathogenic: 'Rất có thể gây bệnh',
  codeTitle: 'Mã của quý vị',
  code: 'Mọi phòng khám đặt xét nghiệm tại {lab} đều có thể nhập mã này. Mã cho thấy thay đổi gen và không cho biết gì về gia đình quý vị. Mã dùng được một lần, đến ngày {date}.',
  free: 'Nếu đặt đến ngày {date}, xét nghiệm có thể được miễn phí. Hãy hỏi trước khi đặt.',
  relatives: {
    ...{ mother: 'mẹ của quý vị', father: 'cha của quý vị', parent: 'cha hoặc mẹ của quý vị' },
    ...{ sister: 'chị hoặc em gái của quý vị', brother: 'anh hoặc em trai của quý vị' },
    ...{ sibling: 'anh, chị hoặc em của quý vị', daughter: 'con gái của quý vị', son: 'con trai của quý vị' },
    ...{ child: 'con của quý vị', grandmother: 'bà của quý vị', grandfather: 'ông của quý vị' },
    ...{ grandchild: 'cháu của quý vị', aunt: 'cô, dì hoặc bác gái của quý vị' },
    ...{ uncle: 'chú, cậu hoặc bác trai của quý vị', niece: 'cháu gái của quý vị' },
    ...{ nephew: 'cháu trai của quý vị', cousin: 'anh, chị hoặc em họ của quý vị' },
    relative: 'một người thân',
  },
}

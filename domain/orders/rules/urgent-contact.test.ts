import { describeRows } from '../testing/rows.ts'

const contact = (urgentContact: object) => ({ '/urgentContact': urgentContact })
const at = 'provider /urgentContact/phone'

describeRows({
  'whom to call with urgent results': [
    ['nobody', {}, []],
    ['a name and a number', contact({ name: 'NICU desk', phone: '+1 555 010 0123' }), []],
    ['a number alone', contact({ phone: '+1 555 010 0123' }), []],
    ['a name alone', contact({ name: 'NICU desk' }), [`${at} required`]],
    ['no number', contact({ phone: '12' }), [`${at} phone`]],
  ],
})

import { table } from '#domain/table.ts'
import { lookUp } from './codes.ts'

/** AAA03: why the payer rejects the request, and what the user can do. */
export const REJECTIONS = table<string>({
  '04': 'Too many requests were sent at the same time',
  '15': 'The payer needs more information than was sent',
  '33': 'The payer found an error in the request',
  '35': 'The provider is out of the network',
  '41': 'The payer does not allow requests from this provider',
  '42': 'The payer cannot answer at the moment',
  '43': 'The provider’s NPI is missing or not valid',
  '44': 'The provider’s name is missing or not valid',
  '45': 'The provider’s specialty is missing or not valid',
  '46': 'The provider’s telephone number is missing or not valid',
  '47': 'The provider’s state is missing or not valid',
  '48': 'The referring provider’s identification is missing or not valid',
  '49': 'The provider is not the primary care physician',
  '50': 'The payer does not allow eligibility requests from this provider',
  '51': 'The payer does not know the provider',
  '52': 'The provider was not enrolled with this plan on the date of service',
  '53': 'The request does not fit the type of provider',
  '54': 'The type of procedure code is not accepted',
  '55': 'The procedure code is not accepted',
  '56': 'The date is not accepted',
  '57': 'The date of service is missing or not valid',
  '58': 'The date of birth is missing or not valid',
  '60': 'The date of birth is after the date of service',
  '61': 'The payer has a date of death before the date of service',
  '62': 'The date of service is too long ago or too far ahead for the payer',
  '63': 'The date of service is in the future',
  '64': 'The patient’s identification is missing or not valid',
  '65': 'The patient’s name is missing or not valid',
  '66': 'The patient’s gender is missing or not valid',
  '67': 'The payer cannot find the patient',
  '68': 'More than one patient has this identification',
  '69': 'The request does not fit the patient’s age',
  '70': 'The request does not fit the patient’s gender',
  '71': 'The date of birth does not match the payer’s record of the patient',
  '72': 'The member ID is missing or not valid',
  '73': 'The member’s name is missing or does not match the member ID',
  '74': 'The member’s gender is missing or not valid',
  '75': 'The payer cannot find the member',
  '76': 'More than one member has this member ID',
  '77': 'The payer found the member, but the patient is not among the dependents',
  '78': 'The member is not in the group or plan that was named',
  '79': 'The payer or clearinghouse does not accept this payer or provider ID',
  '80': 'The payer did not answer the clearinghouse in time',
  '97': 'The provider’s address is missing or not valid',
  '98': 'The service is considered experimental',
  AA: 'The payer cannot find the authorization number',
  AE: 'The primary care physician’s authorization is required',
  AF: 'The diagnosis code is missing or not valid',
  AG: 'The procedure code is missing or not valid',
  AO: 'More information about the patient’s condition is required',
  CI: 'The certification does not fit the patient',
  E8: 'A medical review is required',
  IA: 'The format of the authorization number is not valid',
  MA: 'The authorization number is missing',
  T4: 'The payer’s name or ID is missing',
})

/** Returns codes missing from the table unchanged. */
export function rejectionWords(code: string): string {
  return (
    lookUp(REJECTIONS, code) ?? (code ? `The payer gave reason code ${code}` : 'The payer gave no reason')
  )
}

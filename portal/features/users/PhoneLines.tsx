import { Anchor } from '@mantine/core'
import type { PhoneEntry } from '#contract/people.ts'
import { showPhone } from '#ui/phone.ts'

/** Phone numbers to be called, one a line. */
export function PhoneLines({ phones }: { phones: readonly PhoneEntry[] }) {
  return phones.map(({ type, phoneNumber }, index) => (
    <div key={index}>
      {type === 'Fax' ? (
        showPhone(phoneNumber)
      ) : (
        <Anchor href={`tel:${phoneNumber}`}>{showPhone(phoneNumber)}</Anchor>
      )}{' '}
      {type.toLowerCase()}
    </div>
  ))
}

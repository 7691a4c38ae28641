import { Anchor } from '@mantine/core'
import type { PhoneEntry } from '#contract/people.ts'
import { PhoneNumber } from '#ui/PhoneNumber.tsx'

/** Phone numbers to be called, one a line. */
export function PhoneLines({ phones }: { phones: readonly PhoneEntry[] }) {
  return phones.map(({ type, phoneNumber }, index) => (
    <div key={index}>
      {type === 'Fax' ? (
        <PhoneNumber e164={phoneNumber} />
      ) : (
        <Anchor href={`tel:${phoneNumber}`}>
          <PhoneNumber e164={phoneNumber} />
        </Anchor>
      )}{' '}
      {type.toLowerCase()}
    </div>
  ))
}

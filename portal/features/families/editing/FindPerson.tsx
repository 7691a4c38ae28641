import { Modal, Select } from '@mantine/core'
import type { MemberKey } from '#domain/family/document.ts'
import { useOpenFamily } from '../open-family.ts'
import * as texts from './texts.ts'

interface FindPersonProps {
  opened: boolean
  onClose: () => void
}

/** Finds somebody of a large family by name, number or what they are, and goes there. */
export function FindPerson({ opened, onClose }: FindPersonProps) {
  const { document, select, callOf, numberOf } = useOpenFamily()
  const go = (member: MemberKey | null) => {
    onClose()
    if (member !== null) select(member)
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.findPerson}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Select
        label={texts.personToFind}
        data-autofocus
        searchable
        selectFirstOptionOnChange
        nothingFoundMessage={texts.noneFound}
        data={document.people.map(({ key }) => ({
          value: key,
          label: [callOf(key), numberOf(key)].filter((part) => part !== '').join(', '),
        }))}
        value={null}
        onChange={go}
      />
    </Modal>
  )
}

import { ActionIcon, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowForwardUp, IconDots } from '@tabler/icons-react'
import { useSaveStatus } from './draft/form-context.ts'
import { HandOverDialog } from './submitters/HandOverDialog.tsx'
import * as texts from './texts.ts'

/** What else may be done with the draft. */
export function MoreMenu() {
  const status = useSaveStatus()
  const [handing, handOver] = useDisclosure(false)
  if (status.kind === 'untouched' || status.kind === 'closed') return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={texts.moreActions}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconArrowForwardUp size={16} aria-hidden />} onClick={handOver.open}>
            {texts.assignToColleague}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {handing && <HandOverDialog onClose={handOver.close} />}
    </>
  )
}

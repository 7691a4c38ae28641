import { Combobox, Loader, Modal, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './global-search.module.css'
import * as texts from './texts.ts'
import { type SearchHit, useFound } from './use-found.ts'

const NOTHING = texts.nothingFound

interface GlobalSearchProps {
  onClose: () => void
  openKeys: () => void
}

/**
 * Ctrl/⌘ K: one field that finds orders, tests, people, pages and actions. A combobox without its dropdown, so that a screen
 * reader hears the chosen line while the focus stays in the field.
 */
export function GlobalSearch({ onClose, openKeys }: GlobalSearchProps) {
  const [text, setText] = useState('')
  const { found, busy, failed } = useFound(text, openKeys)
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose })
  const { selectFirstOption, resetSelectedOption } = combobox
  const ids = found.map((one) => one.id).join()

  useEffect(() => {
    if (ids === '') resetSelectedOption()
    else selectFirstOption()
  }, [ids, selectFirstOption, resetSelectedOption])

  const go = (id: string) => {
    onClose()
    found.find((one) => one.id === id)?.go()
  }
  return (
    <Modal.Root opened onClose={onClose} size="lg" centered={false} yOffset="10vh" returnFocus>
      <Modal.Overlay />
      <Modal.Content aria-label={texts.search}>
        <Combobox store={combobox} onOptionSubmit={go}>
          <Combobox.EventsTarget withExpandedAttribute>
            <TextInput
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              placeholder={texts.findAnything}
              aria-label={texts.findAnything}
              leftSection={busy ? <Loader size="xs" /> : <IconSearch size={18} aria-hidden="true" />}
              variant="unstyled"
              size="lg"
              className={classes.field}
              data-autofocus
            />
          </Combobox.EventsTarget>
          <div className={classes.list}>
            <Combobox.Options aria-label={texts.results}>
              {groupsOf(found).map(([group, members]) => (
                <Combobox.Group key={group} label={group}>
                  {members.map(({ id, label, detail }) => (
                    <Combobox.Option key={id} value={id} className={classes.option}>
                      <span className={classes.label}>{label}</span>
                      {detail && <span className={classes.detail}>{detail}</span>}
                    </Combobox.Option>
                  ))}
                </Combobox.Group>
              ))}
            </Combobox.Options>
            <p className={classes.words} role="status">
              {failed && texts.partlyUnavailable}
              {!failed && !busy && found.length === 0 && NOTHING}
              {!busy && found.length > 0 && <VisuallyHidden>{texts.foundCount(found.length)}</VisuallyHidden>}
            </p>
          </div>
        </Combobox>
      </Modal.Content>
    </Modal.Root>
  )
}

function groupsOf(found: readonly SearchHit[]): [group: string, members: SearchHit[]][] {
  const groups = new Map<string, SearchHit[]>()
  for (const one of found) groups.set(one.group, [...(groups.get(one.group) ?? []), one])
  return [...groups]
}

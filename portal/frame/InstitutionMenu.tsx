import { Combobox, Menu, UnstyledButton, useCombobox } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type ComponentPropsWithRef, useState } from 'react'
import { grouped } from '#domain/text/figures.ts'
import { enterChooses } from '#ui/fields/enter-chooses.ts'
import { wholeMatch } from '#ui/fields/typed-match.ts'
import { pendingInWords } from '#ui/fields/typed-words.ts'
import { useSession } from '../session/session.ts'
import { foundInstitutions } from './found-institutions.ts'
import classes from './menus.module.css'
import * as texts from './texts.ts'

/** A page that belongs to one institution's thing is left when another is chosen. */
const SHARED_PATHS: readonly string[] = ['/dashboard', '/orders', '/users', '/users/waiting', '/profile']
/** More than can be overlooked are searched. */
const MENU_UP_TO = 6

/** The institution worked for; a menu for those with several, with a search for those with many. */
export function InstitutionMenu() {
  const { institution, institutions, selectInstitution } = useSession()
  const router = useRouter()
  const choose = (code: string) => {
    selectInstitution(code)
    if (!SHARED_PATHS.includes(router.history.location.pathname)) void router.navigate({ to: '/dashboard' })
  }
  if (institutions.length < 2)
    return (
      <span className={classes.institution}>
        {institution.name} · {institution.code}
      </span>
    )
  if (institutions.length > MENU_UP_TO) return <InstitutionSearch choose={choose} />
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <Trigger />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={institution.code} onChange={choose}>
          {institutions.map(({ code, name }) => (
            <Menu.RadioItem key={code} value={code} closeMenuOnClick>
              {name} <span className={classes.code}>{code}</span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

function Trigger(props: ComponentPropsWithRef<'button'>) {
  const { institution } = useSession()
  const label = `${institution.name} · ${institution.code}`
  return (
    <UnstyledButton
      {...props}
      className={classes.trigger}
      data-institution
      title={label}
      aria-label={texts.institutionOf(label)}
    >
      <span className={classes.triggerText}>{label}</span>
      <IconChevronDown size={14} aria-hidden="true" />
    </UnstyledButton>
  )
}

function InstitutionSearch({ choose }: { choose: (code: string) => void }) {
  const { institution, institutions } = useSession()
  const [text, setText] = useState('')
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setText('')
      setRefused('')
    },
  })
  const [refused, setRefused] = useState('')
  const { found, more } = foundInstitutions(institutions, text)
  const go = (code: string) => {
    combobox.closeDropdown()
    combobox.focusTarget()
    choose(code)
  }
  /** Enter on what was typed: another institution of a like name is none that was meant. */
  const take = () => {
    const options = institutions.map(({ code, name }) => ({ value: code, label: name, synonyms: [code] }))
    const meant = wholeMatch(options, text)
    if (meant) go(meant.value)
    else setRefused(text.trim())
  }
  return (
    <Combobox
      store={combobox}
      position="bottom-end"
      width={360}
      shadow="md"
      withinPortal={false}
      onOptionSubmit={go}
    >
      <Combobox.Target targetType="button">
        <Trigger onClick={() => combobox.toggleDropdown()} />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setRefused('')
            combobox.resetSelectedOption()
          }}
          onKeyDownCapture={(event) => enterChooses(event, take)}
          aria-invalid={refused !== ''}
          placeholder={texts.nameOrCode}
          aria-label={texts.findAnInstitution}
        />
        <div role="status" className={classes.refused}>
          {refused !== '' && pendingInWords(refused)}
        </div>
        <Combobox.Options className={classes.institutions} aria-label={texts.institutions}>
          {found.map(({ code, name }) => (
            <Combobox.Option
              key={code}
              value={code}
              active={code === institution.code}
              className={classes.option}
            >
              {name} <span className={classes.code}>{code}</span>
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{texts.noInstitutionsFound}</Combobox.Empty>}
        </Combobox.Options>
        {more > 0 && <Combobox.Footer>{texts.moreInstitutions(grouped(more))}</Combobox.Footer>}
      </Combobox.Dropdown>
    </Combobox>
  )
}

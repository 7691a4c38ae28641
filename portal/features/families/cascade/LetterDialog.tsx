import { Button, Checkbox, Group, Modal, Select, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CascadeRelativeView } from '#contract/family-cascade.ts'
import { LETTER_LANGUAGES, type LetterLanguage } from '#domain/family/letter/language-names.ts'
import { api } from '#portal/api.ts'
import { styleNonce } from '#portal/nonce.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import classes from './cascade.module.css'
import { type CascadePlace, cascadeKey } from './queries.ts'
import * as texts from './texts.ts'

interface LetterDialogProps extends CascadePlace {
  findingId: number
  relative: CascadeRelativeView
  onClose: () => void
}

const NAMED = ['name', 'relation', 'illness'] as const
const LANGUAGES = Object.entries(LETTER_LANGUAGES).map(([value, label]) => ({ value, label }))

/** The letter to one relative: what it may say, its preview, and the letter itself with the code. */
export function LetterDialog({ hospital, id, findingId, relative, onClose }: LetterDialogProps) {
  const [language, setLanguage] = useState<LetterLanguage>('en')
  const [recipient, setRecipient] = useState('')
  const [names, setNames] = useState({ name: false, relation: false, illness: false })
  const queries = useQueryClient()
  const write = useMutation({
    mutationFn: (isPreview: boolean) =>
      api.familyCascade.letter({
        params: { hospital, id, findingId },
        body: { member: relative.member, language, recipient: recipient.trim(), names, isPreview },
      }),
    onSuccess: ({ code }) => {
      if (code !== null) void queries.invalidateQueries({ queryKey: cascadeKey(hospital, id) })
    },
  })
  const written = write.data
  if (written && written.code !== null)
    return <WrittenLetter html={written.html} code={written.code} onClose={onClose} />
  const change = () => write.reset()
  return (
    <FormDialog
      opened
      ready
      dirty={recipient !== '' || Object.values(names).includes(true)}
      busy={write.isPending}
      problem={write.error}
      size="lg"
      title={texts.letterFor(relative.name)}
      confirm={texts.makeLetter}
      cancel={texts.cancel}
      onConfirm={() => write.mutate(false)}
      onClose={onClose}
    >
      <Select
        label={texts.language}
        data={LANGUAGES}
        allowDeselect={false}
        value={language}
        onChange={(value) => {
          setLanguage((value ?? 'en') as LetterLanguage)
          change()
        }}
        data-autofocus
      />
      <TextInput
        label={texts.recipient}
        description={texts.recipientHint}
        maxLength={120}
        value={recipient}
        onChange={(event) => {
          setRecipient(event.currentTarget.value)
          change()
        }}
      />
      <fieldset>
        <legend>{texts.names}</legend>
        <Stack gap="xs">
          {NAMED.map((what) => (
            <Checkbox
              key={what}
              label={texts.NAMES[what]}
              checked={names[what]}
              onChange={(event) => {
                setNames({ ...names, [what]: event.currentTarget.checked })
                change()
              }}
            />
          ))}
          <div className={classes.quiet}>{texts.namesHint}</div>
        </Stack>
      </fieldset>
      <Group>
        <Button variant="default" loading={write.isPending} onClick={() => write.mutate(true)}>
          {texts.preview}
        </Button>
      </Group>
      {written && (
        <iframe className={classes.frame} title={texts.previewOf} srcDoc={styled(written.html)} sandbox="" />
      )}
      <div className={classes.quiet}>{texts.makeLetterHint}</div>
    </FormDialog>
  )
}

/** A frame has the page's content security policy: its style needs the page's nonce. */
const styled = (html: string) => html.replace('<style>', `<style nonce="${styleNonce}">`)

/** The letter is seen only now: nothing but its buttons closes the dialog. */
function WrittenLetter({ html, code, onClose }: { html: string; code: string; onClose: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null)
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.letterReady}
      size="lg"
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Stack>
        <strong>{texts.codeIs(code)}</strong>
        <iframe
          ref={frame}
          className={classes.frame}
          title={texts.letterReady}
          srcDoc={styled(html)}
          // To print it; it holds no script.
          sandbox="allow-same-origin allow-modals"
        />
        <Group>
          <Button onClick={() => frame.current?.contentWindow?.print()} data-autofocus>
            {texts.print}
          </Button>
          <Button variant="default" onClick={onClose}>
            {texts.done}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

import { Badge, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import type { ReclassificationView } from '#contract/reclassification.ts'
import { DocumentView } from '#portal/files/DocumentView.tsx'
import lines from '#portal/files/file-lines.module.css'
import { showInstant } from '#ui/dates.ts'
import { LateDialog } from '#ui/LateDialog.tsx'
import { letterOptions } from './queries.ts'
import classes from './reclassification.module.css'
import * as texts from './texts.ts'

const LetterDialog = lazy(async () => ({ default: (await import('./LetterDialog.tsx')).LetterDialog }))

interface LettersProps {
  view: ReclassificationView
  /** The reader may make letters. */
  mayAct: boolean
}

/** The letters that were made, to be read and printed here, and the way to another. */
export function Letters({ view, mayAct }: LettersProps) {
  const [isWriting, setWriting] = useState(false)
  const [openId, setOpenId] = useState<number | null>(null)
  const { letters, changes, isQuestioned } = view
  if (letters.length === 0 && !mayAct) return null
  return (
    <div>
      <h3 className={classes.heading}>{texts.letters}</h3>
      <p className={classes.hint}>{texts.lettersHint}</p>
      {letters.length === 0 && <p className={classes.facts}>{texts.noLetters}</p>}
      <ul className={lines.list}>
        {letters.map((letter) => (
          <Letter
            key={letter.id}
            {...{ view, letter }}
            canBeOpened={changes !== null || isQuestioned}
            isOpen={letter.id === openId}
            onToggle={() => setOpenId(letter.id === openId ? null : letter.id)}
          />
        ))}
      </ul>
      {mayAct && changes && !isQuestioned && (
        <Button variant="default" onClick={() => setWriting(true)} aria-haspopup="dialog">
          {texts.writeLetter}
        </Button>
      )}
      <LateDialog onLeave={() => setWriting(false)}>
        {isWriting && <LetterDialog view={view} onMade={setOpenId} onClosed={() => setWriting(false)} />}
      </LateDialog>
    </div>
  )
}

interface LetterProps {
  view: ReclassificationView
  letter: ReclassificationView['letters'][number]
  canBeOpened: boolean
  isOpen: boolean
  onToggle: () => void
}

function Letter({ view, letter, canBeOpened, isOpen, onToggle }: LetterProps) {
  const { id, at, by, relation, isOutdated, isAgainstWish } = letter
  const name = relation === '' ? texts.toPatient : texts.toRelative(relation)
  const query = useQuery({ ...letterOptions(view, letter), enabled: isOpen && canBeOpened })
  return (
    <li className={lines.line}>
      <div>
        <div className={lines.name}>
          {name}
          {isOutdated && <Warning words={texts.outdated} />}
          {view.isQuestioned && <Warning words={texts.questioned} />}
          {isAgainstWish && <Warning words={texts.againstWish} />}
        </div>
        <div className={lines.facts}>{texts.recordedBy(by, showInstant(at))}</div>
      </div>
      {canBeOpened && (
        <Button
          variant="default"
          onClick={onToggle}
          aria-expanded={isOpen}
          aria-label={(isOpen ? texts.hideNamed : texts.openNamed)(name, showInstant(at))}
        >
          {isOpen ? texts.closeLetter : texts.openLetter}
        </Button>
      )}
      {isOpen && canBeOpened && (
        <div className={classes.letter}>
          <DocumentView
            document={{
              ...{ label: name, filename: texts.letterFile(id), mediaType: 'application/pdf' },
              bytes: query.data?.length ?? null,
            }}
            query={query}
          />
        </div>
      )}
    </li>
  )
}

const Warning = ({ words }: { words: string }) => (
  <Badge variant="light" color="red" tt="none">
    {words}
  </Badge>
)

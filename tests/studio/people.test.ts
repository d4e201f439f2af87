import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openPeople } from '../../cli/studio/people.ts'
import { derivePersonId } from '../../cli/studio/person.ts'
import { runHere } from '../run-here.ts'
import { createStudioFolder, people } from './serve-studio.ts'

const { ada, ben, cleo } = people

/** Opens the people of a folder, and collects the messages about its file. */
function open() {
  const { folder, writePeople } = createStudioFolder([ada, ben])
  const file = path.join(folder, 'studio.yaml')
  const messages: string[] = []
  const found = openPeople(folder, ({ problems }) => messages.push(...problems.map(({ message }) => message)))
  return {
    ...{ found, messages, writePeople },
    write: (text: string) => writeFileSync(file, text),
    remove: () => rmSync(file),
    rights: () => Object.fromEntries(found.list().map(({ name, may }) => [name, may.join(' ')])),
  }
}

describe('the people in studio.yaml', () => {
  it('are found by address and id, ignoring case', () => {
    const { found } = open()
    expect(found.findByEmail(' ADA@example.com')).toMatchObject({ name: 'Ada', may: ['edit'] })
    expect(found.findById(derivePersonId('Ada@Example.com'))).toMatchObject({ name: 'Ada' })
    expect(found.allowed('publish').map(({ name }) => name)).toEqual(['Ben'])
    expect(found.findByEmail('eve@example.com')).toBeUndefined()
  })

  it('have ids that differ for addresses with the same letters', () => {
    const ids = ['a.b@example.com', 'a-b@example.com', 'a@b.example.com', 'a.b@example.org', '+@example.com']
    expect(new Set(ids.map(derivePersonId)).size).toBe(ids.length)
    for (const id of ids.map(derivePersonId)) expect(id).toMatch(/^[a-z\d]+(?:-[a-z\d]+)*$/)
  })

  it('change when the file changes', () => {
    const { rights, writePeople } = open()
    expect(rights()).toEqual({ Ada: 'edit', Ben: 'edit publish' })
    writePeople([{ ...ada, may: ['publish'] }, cleo])
    expect(rights()).toEqual({ Ada: 'publish', Cleo: 'leads' })
  })

  it('keep at most their earlier permissions while the file has errors', () => {
    const { rights, write, messages, found } = open()
    rights()
    write(`people:
  - { name: Ada, email: ada@example.com, may: [edit, publish, leads] }
  - { name: Ben, email: ben@example.com, may: [edit] }
  - { name: Cleo, email: cleo@example.com, may: [publish] }
  - { name: Dan, email: dan, may: [edit] }
`)
    expect(rights()).toEqual({ Ada: 'edit', Ben: 'edit' })
    expect(found.isComplete()).toBe(false)
    expect(messages).toEqual(['"email" is invalid'])
  })

  it.each([
    ['is missing', (folder: ReturnType<typeof open>) => folder.remove()],
    ['is empty', (folder: ReturnType<typeof open>) => folder.write('')],
    ['is not YAML', (folder: ReturnType<typeof open>) => folder.write('\u0000{')],
  ])('lose their permissions while the file %s, and get them back afterwards', (_, breakFile) => {
    const folder = open()
    expect(folder.found.list()).toHaveLength(2)
    breakFile(folder)
    expect(folder.found.list()).toEqual([])
    expect(folder.found.isComplete()).toBe(false)
    folder.writePeople([ada])
    expect(folder.rights()).toEqual({ Ada: 'edit' })
  })

  it('are checked by site check, with file, line, column, expected and found value, and suggestion', async () => {
    const { folder, settings } = createStudioFolder()
    writeFileSync(
      path.join(folder, 'studio.yaml'),
      'people:\n  - name: Ada\n    email: ada@example.com\n    may: [edit, publsh]\n',
    )
    const { code, stdout } = await runHere(['check', '--json'], { SITE_CONTENT: settings.content })
    const { problems } = JSON.parse(stdout)
    expect(code).toBe(1)
    expect(problems).toMatchObject([
      {
        ...{ file: 'studio.yaml', line: 4, column: 17, rule: 'schema/choice' },
        ...{ expected: 'one of edit, publish, leads', found: '"publsh"', help: 'Did you mean "publish"?' },
      },
    ])
  })

  it('may not share an address', () => {
    const { found, write, messages } = open()
    write(`people:
  - { name: Ada, email: ada@example.com, may: [edit] }
  - { name: Eve, email: ADA@example.com, may: [publish] }
`)
    expect(found.list()).toEqual([])
    expect(messages).toEqual(['"email" is invalid: another person has this address'])
  })

  it('may not have a name that git or an email could misread', () => {
    const { write, messages, found } = open()
    for (const name of ['Ada <root@example.com>', '"Ada\\nCc: eve@example.com"']) {
      write(`people: [{ name: ${name}, email: ada@example.com, may: [edit] }]`)
      expect(found.list()).toEqual([])
    }
    expect(messages).toEqual(['"name" is invalid', '"name" is invalid'])
  })
})

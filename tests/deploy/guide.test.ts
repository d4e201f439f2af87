import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { needs } from '../needs.ts'
import { runOnNewServer } from './new-server.ts'

/** What the guide has somebody do: commands, a file to be written, or commands with what they print. */
interface Step {
  /** The paragraph before it. */
  before: string
  language: string
  text: string
}

const guide = readFileSync(path.join(projectRoot, 'docs', 'operators.md'), 'utf8')
const fromZero = guide.slice(guide.indexOf('\n## From zero\n'), guide.indexOf('\n## Settings\n'))
const steps: Step[] = [...fromZero.matchAll(/\n([^\n]*)\n\n```(\w*)\n(.*?)```/gs)].map(
  ([, before = '', language = '', text = '']) => ({ before, language, text }),
)

/** Not run: the other ways, a name that the world knows, and settings that are wrong on purpose. */
const PASSED_OVER =
  /^(?:or for a webhook|It does not start without|Everything that is wrong|lists the releases|Give its relay)/

/** The server is this machine, and who publishes is on it. */
const onServer = (commands: string) => commands.replaceAll('ada@server:', '')

/** What of an output is another one each time. */
const steady = (text: string) =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll('\r', '')

/** Commands and what they print, in the words of a shell. */
function parseConsole(text: string): { command: string; output: string }[] {
  return [...text.matchAll(/^[#$] ((?:.*\\\n)*.*)\n((?:(?![#$] ).*\n)*)/gm)].map(([, command = '', output = '']) => ({
    ...{ command, output },
  }))
}

/** nginx says that it reloads before it has. */
const RELOADED = 'until curl -s -o /dev/null https://northshelf.example; do sleep 0.05; done\n'

const printed: { command: string; output: string }[] = []

/** A step as shell. What consoles print is put between marks. */
function scriptOf({ before, language, text }: Step): string {
  if (PASSED_OVER.test(before)) return ''
  const [, file] = /^Write `([^`]+)`/.exec(before) ?? []
  if (file) return `cat > ${file} <<'END'\n${text}END\n`
  if (language !== 'console') return `(\n${onServer(text)})\n${text.includes('reload nginx') ? RELOADED : ''}`
  return parseConsole(text)
    .map((one) => {
      printed.push(one)
      return `echo '<<<'\n${one.command}\necho\necho '>>>'\n`
    })
    .join('')
}

/** The server has nginx, as Debian starts it, and somebody who publishes; elsewhere there is a mail server. */
const BEFORE = `
useradd --create-home ada
systemctl start nginx
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=mail -addext subjectAltName=DNS:mail.example.com \\
  -keyout /etc/mail.key -out /etc/relay-ca.pem 2>/dev/null
echo '127.0.0.1 mail.example.com' >> /etc/hosts
node --import tsx tests/deploy/mail-server.ts /etc/mail.key /etc/relay-ca.pem /root/mails &
export NODE_EXTRA_CA_CERTS=/etc/relay-ca.pem
mkdir -p /etc/systemd/system/relay.service.d
printf '[Service]\\nEnvironment=NODE_EXTRA_CA_CERTS=/etc/relay-ca.pem\\n' > /etc/systemd/system/relay.service.d/ca.conf
export CURL_CA_BUNDLE=/etc/letsencrypt/live/northshelf.example/fullchain.pem
post() {
  curl -s -o /dev/null -w '%{http_code} ' https://northshelf.example/functions/v1/send-form-submission \\
    -H 'Origin: https://northshelf.example' -H 'Content-Type: application/json' \\
    -d '{"formType":"contact","name":"Ada Rivers","email":"ada@example.com","message":"Sent-'"$1"'-"}'
}
`

/** The guide's command for later deployments, for a release whose relay passes its check and then does not start. */
const deployBroken = onServer(steps.find(({ before }) => before.startsWith('lists the releases'))?.text ?? 'false')
  .replaceAll('sudo ', '')
  .replace('dist/hosting/deploy', '/root/broken/hosting/deploy --wait 2')

/** Posts without pause while the relay restarts and a release fails; then the rest of what the guide promises. */
const AFTER = `
echo RELAY_POSTS_PER_MINUTE=0 >> /etc/relay.env
systemctl restart relay
answered() { cat /root/answers-* | wc -w; }
arrived() { grep -o 'Sent-[0-9]*-[0-9]*-' /root/mails | sort -u | wc -l; }
senders=
for who in 1 2 3 4; do
  (n=0; until [ -e /root/restarted ]; do n=$((n + 1)); post $who-$n; done > /root/answers-$who) &
  senders="$senders $!"
done
for n in 1 2 3; do
  until [ "$(answered)" -ge $((n * 8)) ]; do sleep 0.02; done
  systemctl restart relay
done
cp -r dist /root/broken
sed -i '1i if (!process.argv.includes("--check")) throw new Error("broken")' /root/broken/relay/relay.js
live=$(readlink /var/www/northshelf.example/current)
status=0
{
${deployBroken}} > /root/deploy.log 2>&1 || status=$?
[ "$live" = "$(readlink /var/www/northshelf.example/current)" ] || cat /root/deploy.log
grep -q 'did not succeed within 2 seconds' /root/deploy.log || cat /root/deploy.log
echo "--- broken release: $status"
touch /root/restarted
wait $senders
until [ "$(arrived)" -ge "$(answered)" ]; do sleep 0.1; done
echo "--- answers: $(cat /root/answers-* | tr ' ' '\n' | sort -u | xargs)"
echo "--- lost: $(($(answered) - $(arrived)))"
for address in http://www.northshelf.example/about https://www.northshelf.example/about http://northshelf.example/about; do
  echo "--- redirect: $(curl -sI $address | tr -d '\r' | grep -i '^location' | cut -d ' ' -f 2)"
done
systemctl start relay-backup
echo "--- backup: $(stat -c '%a %U' /var/backups/relay/*.tgz)"
echo "--- warnings: $(journalctl -u relay -p warning -o cat | grep -v -e broken -e '^Node.js' -e '^ ' -e '^$' -e '[Ff]ailed' -e '^\\^')"
echo "--- log: $(journalctl -u relay -p info -o cat | grep -o '"msg":"started"' | sort -u)"
echo "--- state: $(systemctl is-active relay relay.socket relay-backup.timer nginx | xargs)"
`

describe('From zero', needs('root', 'systemd', 'nginx', 'a new server'), () => {
  it('leads by its own commands to a site and a relay behind nginx, that lose nothing in a restart', async () => {
    const script = steps.map(scriptOf).join('')
    const output = await runOnNewServer(BEFORE + script + AFTER)
    const found = [...output.matchAll(/<<<\n(.*?)\n?>>>/gs)].map(([, text = '']) => steady(text).trim())
    expect(found).toEqual(printed.map((one) => steady(one.output).trim()))
    const site = 'https://northshelf.example/about'
    expect(output.match(/^--- .*/gm)).toEqual([
      ...['--- broken release: 5', '--- answers: 202', '--- lost: 0', ...Array(3).fill(`--- redirect: ${site}`)],
      ...[
        '--- backup: 600 relay',
        '--- warnings: ',
        '--- log: "msg":"started"',
        '--- state: active active active active',
      ],
    ])
  })
})

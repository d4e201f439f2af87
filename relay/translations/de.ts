import type { Translations } from './en.ts'

export const de: Translations = {
  language: 'de',
  optional: 'optional',
  errorTitle: (heading) => `Fehler: ${heading}`,
  fileEmpty: 'Diese Datei ist leer. Bitte wählen Sie eine andere.',
  fileProblems: {
    type: (kinds) =>
      `Der Inhalt dieser Datei passt nicht zu ihrem Namen. Bitte speichern Sie sie als ${kinds} und wählen Sie die neue Datei.`,
    damaged: (kinds) =>
      `Diese Datei ist beschädigt oder unvollständig. Bitte speichern Sie sie noch einmal als ${kinds} und wählen Sie die neue Datei.`,
    complex: (kinds) =>
      `Diese Datei ist zu umfangreich, um sie zu prüfen. Bitte speichern Sie eine einfachere Fassung als ${kinds} und wählen Sie die neue Datei.`,
    password: () =>
      'Diese Datei ist mit einem Passwort geschützt. Bitte speichern Sie sie ohne Passwort und wählen Sie die neue Datei.',
    macros: (kinds) =>
      `Diese Datei enthält Makros. Bitte speichern Sie sie ohne Makros als ${kinds} und wählen Sie die neue Datei.`,
    embedded: (kinds) =>
      `Diese Datei enthält Programme, Archive, Steuerelemente oder andere eingebettete Dateien. Bitte entfernen Sie diese, speichern Sie die Datei als ${kinds} und wählen Sie die neue Datei.`,
    external: (kinds) =>
      `Diese Datei lädt eine Vorlage oder andere Inhalte von einem anderen Ort oder startet ein Programm. Bitte entfernen Sie diese Verknüpfungen, speichern Sie die Datei als ${kinds} und wählen Sie die neue Datei.`,
  },
  fileUnknown: 'Für diese Datei gibt es in diesem Formular kein Feld.',
  problems: 'Bitte prüfen Sie diese Angaben',
  leaveEmpty: 'Bitte leer lassen',
  answersKept: 'Ihre Angaben sind unten noch ausgefüllt.',
  chooseFileAgain: 'Ihre Angaben sind noch ausgefüllt. Bitte wählen Sie die Datei noch einmal aus.',
  sendAgain: 'Ihre Angaben sind unten noch ausgefüllt. Sie können das Formular direkt hier noch einmal absenden.',
  goBack: 'Wenn Sie in Ihrem Browser zurückgehen, sind Ihre Angaben noch ausgefüllt.',
  write: (email) => `Wenn das wiederholt passiert, schreiben Sie bitte an ${email}.`,
  received: 'Eingegangen',
  youChose: 'Ihre Auswahl:',
  backTo: (name) => `Zurück zu ${name}`,
  notFound: 'Seite nicht gefunden',
  reportLink: (email) => `Wenn Sie über einen unserer Links hierher gekommen sind, schreiben Sie bitte an ${email}.`,
  refusals: {
    tooLarge: {
      heading: 'Das Formular ist zu groß',
      text: 'Das Formular oder eine Datei darin ist größer als erlaubt.',
    },
    tooOften: {
      heading: 'Bitte warten Sie einen Moment',
      text: 'Von Ihrem Internetanschluss wurden zu viele Formulare abgesendet.',
    },
    notNow: {
      heading: 'Ihr Formular ist nicht bei uns angekommen',
      text: 'Bei uns ist ein Fehler aufgetreten. Bitte versuchen Sie es später noch einmal.',
    },
    notHere: {
      heading: 'Dieses Formular kann von hier aus nicht abgesendet werden',
      text: 'Bitte benutzen Sie das Formular auf unserer Website.',
    },
    timeout: { heading: 'Die Verbindung war zu langsam', text: 'Das Formular wurde nicht rechtzeitig übertragen.' },
    sentBefore: {
      heading: 'Dieses Formular wurde bereits abgesendet',
      text: 'Wir haben es von dieser Seite bereits mit anderen Angaben erhalten.',
    },
    gone: {
      heading: 'Dieser Link funktioniert nicht mehr',
      text: 'Er ist abgelaufen, oder die Anfrage wurde gelöscht.',
    },
    broken: {
      heading: 'Das Formular ist nicht vollständig angekommen',
      text: 'Ein Teil fehlt, ist beschädigt oder gehört nicht zu diesem Formular.',
    },
  },
  outcome: {
    record: 'Ergebnis eintragen',
    heading: 'Ergebnis',
    received: (moment) => `Eingegangen am ${moment}`,
    none: 'Noch nicht eingetragen.',
    statuses: { qualified: 'Qualifiziert', won: 'Gewonnen', lost: 'Verloren' },
    hints: { qualified: 'Weiter verfolgen', won: 'Wurde Kunde', lost: 'Wird nicht Kunde' },
    value: 'Wert',
    currency: 'Währung',
    link: (moment) => `Diese Seite kann bis ${moment} jeder öffnen, der den Link hat.`,
  },
  optIn: {
    heading: 'Bitte bestätigen Sie Ihre Einwilligung',
    body: (texts) =>
      `Sie haben hierin eingewilligt:\n\n${texts}\n\nUm das zu bestätigen, öffnen Sie bitte die folgende Seite und klicken Sie auf die Schaltfläche. Sie ist 30 Tage lang verfügbar. Wenn Sie nichts tun, gilt Ihre Einwilligung nicht.`,
    confirm: 'Bestätigen',
    confirmed: 'Sie haben Ihre Einwilligung bestätigt',
  },
  mail: {
    confirmed: (url, moment) =>
      `Sie erhalten diese E-Mail, weil Ihre Adresse am ${moment} auf ${url} eingegeben wurde. Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.`,
    sentFrom: (url, moment) => `Gesendet von ${url} am ${moment}.`,
    cameFrom: (origin) => `gekommen von ${origin}`,
    firstPage: (path) => `erste Seite ${path}`,
    sentFromPage: (path) => `gesendet von ${path}`,
    number: (id) => `Nummer ${id}.`,
    agreed: 'Ja',
    declined: 'Nein',
    unconfirmed: 'nicht bestätigt',
    confirmedAt: (moment) => `bestätigt am ${moment}`,
    earlierText: (version) => `eine frühere Fassung des Textes (${version})`,
    attached: 'Im Anhang',
    notAttached: 'Nicht angehängt',
    tooLarge: 'Zu groß für den Mailserver',
    refused: 'Vom Mailserver abgelehnt',
    onServer: (command) => `Auf dem Server: ${command}`,
  },
}

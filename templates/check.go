package templates

import (
	"fmt"
	"html"
	"reflect"
	"strings"
)

// check renders a mail with sample data and with a zero view. check fails if a required phrase
// is missing.
func (p *page) check(k kind, language string) error {
	if _, err := p.render(reflect.Zero(p.view).Interface()); err != nil {
		return err
	}
	data := k.sample(language)
	m, err := p.render(data)
	if err != nil {
		return err
	}
	if r, ok := data.(interface{ ref() string }); ok && r.ref() != "" {
		if err := m.endsIn("Ref: " + r.ref()); err != nil {
			return err
		}
	}
	if !p.staff && m.Draft("").HTML == "" {
		return fmt.Errorf("%s has no main element, so a draft could not be shown in a review", p.html.Name())
	}
	return p.checkRequired(m, data)
}

func (p *page) checkRequired(m Mail, data any) error {
	for _, phrase := range p.required {
		want, err := p.say(phrase, data)
		if err != nil {
			return err
		}
		if want == "" || !strings.Contains(oneLine(m.Text), want) {
			return fmt.Errorf("the phrase %q is missing from its text", phrase)
		}
		if !strings.Contains(oneLine(html.UnescapeString(m.HTML)), want) {
			return fmt.Errorf("the phrase %q is missing from its HTML", phrase)
		}
	}
	return nil
}

func (m Mail) endsIn(ref string) error {
	if !strings.HasSuffix(m.Text, "\n"+ref+"\n") {
		return fmt.Errorf("its text does not end in the reference")
	}
	if !strings.Contains(m.HTML, ref) {
		return fmt.Errorf("its HTML does not hold the reference")
	}
	return nil
}

func (r Review) ref() string { return r.Ref }
func (n Notice) ref() string { return n.Ref }
